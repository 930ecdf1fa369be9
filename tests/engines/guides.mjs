// What the guides for engines and clients show holds as far as a machine without the engine can tell: JSON and shell parse,
// the command line knows each option, C compiles, C++ is what examples/cpp is compiled from, JavaScript and C# parse, and
// the table of FBX exports is true. Environment: RW_BIN_DIR, RW_CC, TMPDIR.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const pages = [
  ...['bake', 'blender', 'clients', 'godot', 'library', 'unity', 'unreal'].map((page) => `docs/guides/${page}.md`),
  'docs/api.md',
  'examples/godot/README.md',
];
const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'guides-'));
after(() => rmSync(folder, { recursive: true }));
const rootwarp = join(process.env.RW_BIN_DIR ?? 'build/bin', 'rootwarp');
const has = (/** @type {string} */ program) => spawnSync(program, ['--version']).error === undefined;

/** @typedef {{ page: string, line: number, language: string, text: string }} Fence */

/** @param {string} page @returns {Fence[]} */
function fencesOf(page) {
  /** @type {Fence[]} */
  const found = [];
  /** @type {Fence | null} */
  let open = null;
  readFileSync(page, 'utf8').split('\n').forEach((line, index) => {
    const fence = /^```(\w*)$/.exec(line);
    if (fence && !open) open = { page, line: index + 1, language: fence[1], text: '' };
    else if (fence && open) open = void found.push(open) ?? null;
    else if (open) open.text += line + '\n';
  });
  assert.equal(open, null, `${page}: a fence is not closed`);
  return found;
}
const fences = pages.flatMap(fencesOf);
const where = (/** @type {Fence} */ fence) => `${fence.page}:${fence.line}`;

/** Every fence of these languages. @param {string[]} languages @param {(fence: Fence) => void} look */
function each(languages, look) {
  const some = fences.filter((fence) => languages.includes(fence.language));
  assert.ok(some.length > 0, `no page shows ${languages}`);
  some.forEach(look);
}

/** @param {Fence} fence @param {string} text @param {string} name @param {string} program @param {string[]} args */
function accepts(fence, text, name, program, args) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync(program, [...args, path], { encoding: 'utf8' });
  assert.equal(status, 0, `${where(fence)}: ${stdout}${stderr}`);
}

/** The commands of a fence, continued lines as one. @param {Fence} fence */
const commands = (fence) =>
  (fence.language === 'console' ? fence.text.split('\n').filter((line) => line.startsWith('$ ')).map((line) => line.slice(2)) : [fence.text])
    .join('\n').replaceAll('\\\n', ' ');

test('every fence is in a language that is looked at, or is known to be one of an engine', () => {
  const looked = ['', 'json', 'sh', 'console', 'c', 'cpp', 'csharp', 'js', 'gdscript'];
  for (const fence of fences) assert.ok(looked.includes(fence.language), `${where(fence)}: ${fence.language}`);
});

test('JSON parses', () => each(['json'], (fence) => assert.doesNotThrow(() => JSON.parse(fence.text), where(fence))));

test('commands parse, and rootwarp knows their options', () => {
  let seen = 0;
  each(['sh', 'console'], (fence) => {
    accepts(fence, commands(fence), 'fence.sh', 'bash', ['-n']);
    for (const [, command, rest] of commands(fence).matchAll(/^rootwarp (\w+)(.*)$/gm)) {
      const help = execFileSync(rootwarp, [command, '--help'], { encoding: 'utf8' });
      for (const [option] of rest.matchAll(/(?<=\s)--?[a-z][a-z-]*/g)) {
        assert.match(help, new RegExp(`(^|[\\s,])${option}\\b`, 'm'), `${where(fence)}: rootwarp ${command} knows no ${option}`);
        seen++;
      }
    }
  });
  assert.ok(seen >= 10, `only ${seen} options were seen`);
});

test('C compiles', () => {
  const given = `#include "rootwarp_client.h"
struct npc { int id; };
const char *request_of(const struct npc *one);
void take(const char *text);
void complain(long status, const char *text);
void shown(const char *token, struct npc *npc, size_t npcs);
void shown(const char *token, struct npc *npc, size_t npcs)
{
`;
  each(['c'], (fence) =>
    accepts(fence, `${given}${fence.text}}\n`, 'fence.c', process.env.RW_CC ?? 'cc', ['-std=c17', '-Wall', '-Wextra', '-Werror', '-Iclients/c', '-fsyntax-only']));
});

test("C++ without an engine is that of the example, which is compiled", () => {
  const plain = (/** @type {string} */ text) => text.replace(/\s+/g, ' ').trim();
  const example = plain(readFileSync('examples/cpp/strike.cpp', 'utf8'));
  let compiled = 0;
  each(['cpp'], (fence) => {
    if (fence.text.startsWith('// RootwarpComponent.')) return; // Unreal's
    assert.ok(example.includes(plain(fence.text)), `${where(fence)} is not in examples/cpp/strike.cpp`);
    compiled++;
  });
  assert.ok(compiled >= 2);
});

test('JavaScript parses', () => each(['js'], (fence) => accepts(fence, fence.text, 'fence.mjs', process.execPath, ['--check'])));

test('C# parses', { skip: has('mcs') ? false : 'mcs is not installed' }, () =>
  each(['csharp'], (fence) => {
    const whole = fence.text.startsWith('using ') ? fence.text : `class Shown { async void Run() { ${fence.text} } }`;
    accepts(fence, whole, 'fence.cs', 'mcs', ['--parse']);
  }));

const motion = '../shared/motion/derived';
test('the table of FBX exports is true', { skip: existsSync(motion) ? false : 'there are no motion files' }, () => {
  const files = ['yup_cm', 'zup_xfwd', 'fbxunits_m', 'inch'];
  const rows = [...readFileSync('docs/guides/bake.md', 'utf8').matchAll(/^\|[^|]*\| ([\d.]+) along \+X[^|]*\| ([\d.]+) along \+Z \|$/gm)];
  assert.equal(rows.length, files.length);
  rows.forEach(([, unreal, unity], row) => {
    for (const [space, shown, axis] of /** @type {[string, string, number][]} */ ([['unreal', unreal, 0], ['unity', unity, 2]])) {
      const file = resolve(motion, `kaiju_walkrm_${files[row]}.fbx`);
      const { root, source } = JSON.parse(execFileSync(rootwarp, ['bake', '-q', file, '--space', space], { encoding: 'utf8' }));
      const last = root.positions.at(-1);
      assert.equal(source.root, 'root');
      assert.equal(last[axis].toPrecision(shown.replace(/^0\.0*|\./g, '').length), shown, `${file} in ${space}: ${last}`);
      last.forEach((/** @type {number} */ x, /** @type {number} */ i) => i === axis || assert.ok(Math.abs(x) < 1e-5, `${file}: ${last}`));
    }
  });
});
