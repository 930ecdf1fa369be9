// The licences of the packages that a bundle holds, as their authors ask to have them passed on.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The packages whose files went into a bundle. @param {Iterable<string>} inputs paths of its sources @returns {string[]} */
export function bundled(inputs) {
  const names = new Set();
  for (const path of inputs) {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0) continue;
    const parts = path.slice(at + 'node_modules/'.length).split('/');
    names.add(parts[0].startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]);
  }
  return [...names].sort();
}

/** A text with the licence of each package; an error where one has none. @param {string} root @param {string[]} names */
export async function licences(root, names) {
  const parts = ['The inspector of rootwarp holds the packages below, each under the licence that follows its name.\n'];
  for (const name of names) {
    const folder = join(root, 'node_modules', name);
    const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const file = (await readdir(folder)).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
    if (!file) throw new Error(`the package ${name} comes without its licence`);
    const text = (await readFile(join(folder, file), 'utf8')).trim();
    const line = '='.repeat(72);
    parts.push(`${line}\n${name} ${about.version} (${about.license})\n${about.homepage ?? ''}\n\n${text}\n`);
  }
  return parts.join('\n');
}
