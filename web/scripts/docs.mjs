// The contract as one page for people, without a script: operations by tag, then the schemas they name.

/** @typedef {Record<string, any>} Json */

/** @param {unknown} text */
export const escape = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Paragraphs, `code` and **bold**; what the contract's descriptions use. @param {string | undefined} text */
export function prose(text) {
  if (!text) return '';
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

/** @param {string | undefined} text */
function inline(text) {
  return escape(text ?? '')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>');
}

/** @param {Json} contract @param {Json | undefined} value @returns {Json} */
function follow(contract, value) {
  if (!value?.$ref) return value ?? {};
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((/** @type {Json} */ at, /** @type {string} */ key) => at[key], contract);
}

/** A schema in a few words, with links. @param {Json | undefined} schema @returns {string} */
function kind(schema) {
  if (!schema) return '';
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop();
    return `<a href="#schema-${name}">${name}</a>`;
  }
  for (const key of ['oneOf', 'anyOf']) if (schema[key]) return schema[key].map(kind).join(' or ');
  if (schema.allOf) return schema.allOf.map(kind).join(' with ');
  if ('const' in schema) return `<code>${escape(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) {
    return schema.enum.map((/** @type {unknown} */ one) => `<code>${escape(JSON.stringify(one))}</code>`).join(' ');
  }
  if (schema.type === 'array') return `array of ${kind(schema.items) || 'values'}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type ?? 'any';
  const bounds = [];
  if (schema.minimum !== undefined) bounds.push(`≥ ${schema.minimum}`);
  if (schema.exclusiveMinimum !== undefined) bounds.push(`> ${schema.exclusiveMinimum}`);
  if (schema.maximum !== undefined) bounds.push(`≤ ${schema.maximum}`);
  if (schema.default !== undefined) bounds.push(`default ${JSON.stringify(schema.default)}`);
  return escape(type) + (bounds.length ? ` <span class="dim">${escape(bounds.join(', '))}</span>` : '');
}

/** @param {string} label @param {string[]} columns @param {string[]} rows */
function table(label, columns, rows) {
  if (!rows.length) return '';
  const head = columns.map((one) => `<th scope="col">${one}</th>`).join('');
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escape(label)}"><table><thead><tr>${head}</tr></thead>` +
    `<tbody>\n${rows.join('\n')}\n</tbody></table></div>`
  );
}

/** @param {string} label @param {Json} schema */
function members(label, schema) {
  const rows = Object.entries(/** @type {Json} */ (schema.properties ?? {})).map(([name, member]) => {
    const required = schema.required?.includes(name) ? ' <span class="required">required</span>' : '';
    return `<tr><th scope="row"><code>${escape(name)}</code>${required}</th><td>${kind(member)}</td><td>${inline(member.description)}</td></tr>`;
  });
  return table(label, ['Member', 'Type', 'Meaning'], rows);
}

/** @param {Json} contract @param {string} method @param {string} path @param {Json} item @param {Json} operation */
function operationPart(contract, method, path, item, operation) {
  const title = `${method.toUpperCase()} ${path}`;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => follow(contract, one));
  const parameterRows = parameters.map(
    (one) =>
      `<tr><th scope="row"><code>${escape(one.name)}</code>${one.required ? ' <span class="required">required</span>' : ''}</th>` +
      `<td>${escape(one.in)}</td><td>${kind(one.schema)}</td><td>${inline(one.description)}</td></tr>`,
  );
  const body = follow(contract, operation.requestBody).content?.['application/json'];
  const answers = Object.entries(/** @type {Json} */ (operation.responses)).map(([status, given]) => {
    const answer = follow(contract, given);
    const types = Object.entries(/** @type {Json} */ (answer.content ?? {}))
      .map(([type, about]) => `<code>${escape(type)}</code> ${kind(about.schema)}`)
      .join('<br>');
    return `<tr><th scope="row">${escape(status)}</th><td>${types}</td><td>${inline(answer.description)}</td></tr>`;
  });
  return [
    `<h3 id="${escape(operation.operationId)}"><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3>`,
    prose(operation.summary),
    prose(operation.description),
    table(`Parameters of ${title}`, ['Parameter', 'In', 'Type', 'Meaning'], parameterRows),
    body ? `<h4>Body</h4><p>${kind(body.schema)}</p>` : '',
    body?.example ? `<pre tabindex="0">${escape(JSON.stringify(body.example, null, 2))}</pre>` : '',
    '<h4>Answers</h4>',
    table(`Answers of ${title}`, ['Status', 'Body', 'Meaning'], answers),
  ].join('\n');
}

/** @param {string} name @param {Json} schema */
function schemaPart(name, schema) {
  const parts = schema.allOf ?? schema.oneOf ?? schema.anyOf ?? [];
  const own = schema.properties
    ? members(name, schema)
    : parts.some((/** @type {Json} */ one) => one.properties)
      ? parts.map((/** @type {Json} */ one) => (one.properties ? members(name, one) : `<p>${kind(one)}</p>`)).join('\n')
      : `<p>${kind(schema)}</p>`;
  return `<h3 id="schema-${escape(name)}">${escape(name)}</h3>\n${prose(schema.description)}\n${own}`;
}

/** @param {Json} contract an OpenAPI document @returns {string} */
export function contractPage(contract) {
  /** @type {{tag: string, method: string, path: string, item: Json, operation: Json}[]} */
  const operations = Object.entries(/** @type {Json} */ (contract.paths)).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete']
      .filter((method) => item[method])
      .map((method) => ({ tag: item[method].tags?.[0] ?? 'server', method, path, item, operation: item[method] })),
  );
  const schemas = Object.entries(/** @type {Json} */ (contract.components.schemas));
  const contents = contract.tags.map(
    (/** @type {Json} */ tag) =>
      `<h2>${escape(tag.name)}</h2><ul>` +
      operations
        .filter((one) => one.tag === tag.name)
        .map((one) => `<li><a href="#${escape(one.operation.operationId)}">${one.method.toUpperCase()} ${escape(one.path)}</a></li>`)
        .join('') +
      '</ul>',
  );
  const parts = contract.tags.map((/** @type {Json} */ tag) =>
    [
      `<h2 id="tag-${escape(tag.name)}">${escape(tag.name)}</h2>`,
      prose(tag.description),
      ...operations
        .filter((one) => one.tag === tag.name)
        .map((one) => operationPart(contract, one.method, one.path, one.item, one.operation)),
    ].join('\n'),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>rootwarp: API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/plain.css">
</head>
<body>
<header><a href="/">rootwarp</a> <nav aria-label="Pages"><a href="/docs" aria-current="page">API</a> <a href="/docs/errors">Errors</a> <a href="/openapi.json">openapi.json</a> <a href="/assets/licences.txt">Licences</a></nav></header>
<main class="wide">
<nav class="contents" aria-label="Operations" tabindex="0">${contents.join('\n')}<h2>schemas</h2><ul>${schemas
    .map(([name]) => `<li><a href="#schema-${escape(name)}">${escape(name)}</a></li>`)
    .join('')}</ul></nav>
<article>
<h1>${escape(contract.info.title)} ${escape(contract.info.version)}</h1>
${prose(contract.info.description)}
${parts.join('\n')}
<h2 id="schemas">schemas</h2>
${schemas.map(([name, schema]) => schemaPart(name, schema)).join('\n')}
</article>
</main>
</body>
</html>
`;
}
