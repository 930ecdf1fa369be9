// node build.mjs OPENAPI OUT: bundles the inspector into the folder OUT and lists its files in OUT/manifest.txt, as
// tools/build/embed_assets.c reads it. Files whose names hold a hash never change.
import { build } from 'esbuild';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractPage } from './docs.mjs';
import { bundled, licences } from './licences.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [contract, out] = process.argv.slice(2);
if (!contract || !out) {
  console.error('usage: node build.mjs OPENAPI OUT');
  process.exit(2);
}

await mkdir(out, { recursive: true });
const result = await build({
  absWorkingDir: root,
  entryPoints: { app: 'src/main.js', style: 'src/styles/style.css' },
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: out,
  metafile: true,
  logLevel: 'warning',
});

const outputs = Object.entries(result.metafile.outputs);
/** @param {string} source */
const output = (source) => {
  const found = outputs.find(([, about]) => about.entryPoint === source);
  if (!found) throw new Error(`the bundle lacks ${source}`);
  return found;
};
const [script, about] = output('src/main.js');
const [style] = output('src/styles/style.css');
/** @param {string} path */
const address = (path) => `/assets/${basename(path)}`;
// What the first page needs at once is asked for at once.
const preloads = about.imports
  .filter((one) => one.kind === 'import-statement')
  .map((one) => `<link rel="modulepreload" href="${address(one.path)}">\n`)
  .join('');

const page = (await readFile(join(root, 'index.html'), 'utf8'))
  .replace('/style.css', address(style))
  .replace('/app.js', address(script))
  .replace('<!-- preloads -->\n', preloads);
await writeFile(join(out, 'index.html'), page);
await writeFile(join(out, 'docs.html'), contractPage(JSON.parse(await readFile(contract, 'utf8'))));
await writeFile(
  join(out, 'licences.txt'),
  await licences(root, bundled(Object.keys(result.metafile.inputs))),
);
for (const file of ['plain.css', 'icon.svg']) await cp(join(root, 'plain', file), join(out, file));

/** @type {[string, string, string][]} path, caching, file */
const files = [
  ['index.html', 'revalidate', 'index.html'],
  ['docs.html', 'revalidate', 'docs.html'],
  ['/assets/plain.css', 'revalidate', 'plain.css'],
  ['/assets/icon.svg', 'revalidate', 'icon.svg'],
  ['/assets/licences.txt', 'revalidate', 'licences.txt'],
  ...outputs
    .map(([path]) => basename(path))
    .sort()
    .map((file) => /** @type {[string, string, string]} */ ([`/assets/${file}`, 'immutable', file])),
];
const lines = files.map(([path, caching, file]) => {
  const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))];
  if (!type) throw new Error(`no media type is known for ${file}`);
  return [path, type, caching, file].join('\t') + '\n';
});
await writeFile(join(out, 'manifest.txt'), lines.join(''));
