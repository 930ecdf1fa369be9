// The bill of materials of what a build makes, as CycloneDX 1.5: the packages bundled into the inspector, and the shared
// libraries that the programs load, each with the Debian package that brought it.
//
//   sbom.mjs OUTPUT VERSION LICENCES|- PROGRAM…     LICENCES: licences.txt of the inspector; PROGRAM: ELF files
//
// The same build on the same system gives the same bytes.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const [output, version, licences, ...programs] = process.argv.slice(2);
if (!programs.length) {
  console.error('usage: sbom.mjs OUTPUT VERSION LICENCES|- PROGRAM…');
  process.exit(2);
}

const run = (program, ...values) =>
  execFileSync(program, values, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'ignore'] });
/** The same function, which works each answer out once. */
const once = (f) => {
  const known = new Map();
  return (key) => known.get(key) ?? known.set(key, f(key)).get(key);
};
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const byRef = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1);

/** Names of the libraries that an ELF file itself asks for. */
const needed = once((file) => [...run('readelf', '-d', file).matchAll(/\(NEEDED\).*\[(.+)\]/g)].map((match) => match[1]));

/** Where the loader finds each library that a program comes to load, by name. */
function loaded(program) {
  const paths = new Map();
  for (const match of run('ldd', program).matchAll(/^\s*(\S+)(?: => (\/\S+))? \(0x/gm)) {
    const path = match[2] ?? match[1];
    if (path.startsWith('/')) paths.set(basename(match[1]), path);
  }
  return paths;
}

/** Debian's packages of files: { name, version, architecture } by path; a file that is of none is left out. */
function debian(paths) {
  const asked = new Map(); // by each name that dpkg may know the file by
  for (const path of paths)
    for (const name of [path, realpathSync(path), realpathSync(path).replace(/^\/usr/, '')]) asked.set(name, path);
  const ask = (...values) => spawnSync('dpkg-query', values, { encoding: 'utf8' }).stdout ?? '';
  const owners = new Map();
  for (const [, owner, name] of ask('-S', ...asked.keys()).matchAll(/^([^ ,]+): (.+)$/gm)) owners.set(asked.get(name), owner);
  const packages = new Map();
  const format = '${binary:Package} ${Package} ${Version} ${Architecture}\n';
  for (const line of ask('-W', '-f', format, ...new Set(owners.values())).trim().split('\n')) {
    const [owner, name, version, architecture] = line.split(' ');
    packages.set(owner, { name, version, architecture });
  }
  return new Map([...owners].map(([path, owner]) => [path, packages.get(owner)]));
}

const components = new Map();
const uses = new Map();
const use = (from, to) => uses.set(from, (uses.get(from) ?? new Set()).add(to));

const libraries = new Map(programs.map((program) => [program, loaded(program)]));
const packages = debian([...libraries.values()].flatMap((paths) => [...paths.values()]));

/** The component that a library belongs to. */
function library(name, path) {
  const owner = packages.get(path);
  const purl = owner && `pkg:deb/debian/${encodeURIComponent(owner.name)}@${encodeURIComponent(owner.version)}?arch=${owner.architecture}`;
  const ref = purl ?? `file:${name}`;
  if (!components.has(ref))
    components.set(ref, {
      type: 'library', 'bom-ref': ref, name: owner?.name ?? name, ...(owner && { version: owner.version, purl }),
      properties: [],
    });
  const files = components.get(ref).properties;
  if (!files.some((file) => file.value === name)) files.push({ name: 'rootwarp:file', value: name });
  return ref;
}

for (const program of programs) {
  const ref = `rootwarp/${basename(program)}`;
  components.set(ref, {
    type: /\.so(\.|$)/.test(program) ? 'library' : 'application', 'bom-ref': ref, name: basename(program), version,
    licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-256', content: sha256(readFileSync(program)) }],
  });
  use('rootwarp', ref);
  const paths = libraries.get(program);
  const own = new Map(programs.map((one) => [basename(realpathSync(one)), `rootwarp/${basename(one)}`]));
  const refOf = (name) => own.get(basename(realpathSync(paths.get(name)))) ?? library(name, paths.get(name));
  for (const name of needed(program)) use(ref, refOf(name));
  for (const [name, path] of paths)
    for (const other of needed(path)) if (paths.has(other) && refOf(name) !== refOf(other)) use(refOf(name), refOf(other));
}

if (licences !== '-')
  for (const [, name, its, licence] of readFileSync(licences, 'utf8').matchAll(/^={72}\n(\S+) (\S+) \((.+)\)$/gm)) {
    const ref = `pkg:npm/${name.replace(/^@/, '%40')}@${its}`;
    components.set(ref, { type: 'library', 'bom-ref': ref, name, version: its, purl: ref, licenses: [{ license: { id: licence } }] });
    use('rootwarp/rootwarpd', ref);
  }

for (const component of components.values()) component.properties?.sort((a, b) => (a.value < b.value ? -1 : 1));
const body = {
  metadata: { component: { type: 'application', 'bom-ref': 'rootwarp', name: 'rootwarp', version, licenses: [{ license: { id: 'MIT' } }] } },
  components: [...components.values()].sort(byRef),
  dependencies: [...uses].map(([ref, refs]) => ({ ref, dependsOn: [...refs].sort() })).sort((a, b) => (a.ref < b.ref ? -1 : 1)),
};
// A serial number that is the content's, in the form of a UUID of version 8.
const digits = sha256(JSON.stringify(body));
const serial = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
writeFileSync(output, JSON.stringify(
  { bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber: `urn:uuid:${serial}`, version: 1, ...body }, null, 2) + '\n');
