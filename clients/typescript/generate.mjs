// node generate.mjs OPENAPI OUT: the types of the contract's schemas and operations, as declarations of TypeScript.
import { readFile, writeFile } from 'node:fs/promises';

/** @typedef {Record<string, any>} Json */

const [source, out] = process.argv.slice(2);
if (!source || !out) {
  console.error('usage: node generate.mjs OPENAPI OUT');
  process.exit(2);
}
/** @type {Json} */
const contract = JSON.parse(await readFile(source, 'utf8'));

/** @param {Json | undefined} value @returns {Json} */
function follow(value) {
  if (!value?.$ref) return value ?? {};
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((/** @type {Json} */ at, /** @type {string} */ key) => at[key], contract);
}

/** @param {string | undefined} text @param {string} indent */
function comment(text, indent) {
  if (!text) return '';
  const lines = text.trim().replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** @param {string} key */
const member = (key) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : JSON.stringify(key));

/** @param {string[]} kinds @param {string} between */
const join = (kinds, between) => {
  const different = [...new Set(kinds)];
  return different.length === 1 ? different[0] : `(${different.join(between)})`;
};

/** @param {Json} schema @param {string} indent @returns {string} */
function list(schema, indent) {
  const item = schema.items ? kind(schema.items, indent) : 'unknown';
  if (schema.minItems === undefined || schema.minItems !== schema.maxItems || schema.minItems > 8) return `${item}[]`;
  return `[${Array(schema.minItems).fill(item).join(', ')}]`;
}

/** @param {Json} schema @param {string} indent @returns {string} */
function members(schema, indent) {
  const required = new Set(schema.required ?? []);
  const inner = `${indent}  `;
  const lines = Object.entries(/** @type {Json} */ (schema.properties ?? {})).map(
    ([key, value]) =>
      `${comment(value.description, inner)}${inner}${member(key)}${required.has(key) ? '' : '?'}: ${kind(value, inner)};\n`,
  );
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
    lines.push(`${inner}[key: string]: ${kind(schema.additionalProperties, inner)};\n`);
  return lines.length ? `{\n${lines.join('')}${indent}}` : 'Record<string, unknown>';
}

/** @param {string} type @param {Json} schema @param {string} indent @returns {string} */
function plain(type, schema, indent) {
  switch (type) {
    case 'array':
      return list(schema, indent);
    case 'object':
      return members(schema, indent);
    case 'integer':
    case 'number':
      return 'number';
    default:
      return type;
  }
}

/** The type of a schema. @param {Json} schema @param {string} indent @returns {string} */
function kind(schema, indent) {
  if (schema.$ref) return schema.$ref.split('/').pop();
  /** @type {string[]} */
  const parts = [];
  for (const key of ['anyOf', 'oneOf'])
    if (schema[key]) parts.push(join(schema[key].map((/** @type {Json} */ one) => kind(one, indent)), ' | '));
  if (schema.allOf) parts.push(...schema.allOf.map((/** @type {Json} */ one) => kind(one, indent)));
  if ('const' in schema) parts.push(JSON.stringify(schema.const));
  else if (schema.enum) parts.push(join(schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)), ' | '));
  else if (Array.isArray(schema.type)) parts.push(join(schema.type.map((/** @type {string} */ one) => plain(one, schema, indent)), ' | '));
  else if (schema.type && !(parts.length && schema.type === 'object' && !schema.properties))
    parts.push(plain(schema.type, schema, indent));
  return parts.length ? join(parts, ' & ') : 'unknown';
}

/** The JSON that an operation is sent, and that it answers; undefined where there is none. @param {Json | undefined} part */
const json = (part) => follow(part).content?.['application/json']?.schema;

/** @param {string} path @param {string} method @param {Json} item @param {Json} operation */
function operationType(path, method, item, operation) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(follow);
  /** @param {string} place */
  const object = (place) => {
    const own = parameters.filter((one) => one.in === place);
    if (!own.length) return 'undefined';
    return `{ ${own.map((one) => `${member(one.name)}${one.required ? '' : '?'}: ${kind(one.schema ?? {}, '    ')}`).join('; ')} }`;
  };
  const answer = json(operation.responses['200']) ?? json(operation.responses['201']);
  const body = json(operation.requestBody);
  return (
    comment(`${method.toUpperCase()} ${path}: ${operation.summary}`, '  ') +
    `  ${operation.operationId}: {\n    path: ${object('path')};\n    query: ${object('query')};\n` +
    `    body: ${body ? kind(body, '    ') : 'undefined'};\n    answer: ${answer ? kind(answer, '    ') : 'undefined'};\n  };\n`
  );
}

const schemas = Object.entries(/** @type {Json} */ (contract.components.schemas)).map(
  ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${kind(schema, '')};\n`,
);
const operations = Object.entries(/** @type {Json} */ (contract.paths)).flatMap(([path, item]) =>
  ['get', 'put', 'post', 'delete']
    .filter((method) => item[method])
    .map((method) => operationType(path, method, item, item[method])),
);
await writeFile(
  out,
  `// The types of rootwarp's API ${contract.info.version}; generated from its contract, schema/openapi.yaml.\n\n` +
    schemas.join('\n') +
    `\n/** Every operation by its name: parameters, body and answer. */\nexport interface Operations {\n${operations.join('')}}\n`,
);
