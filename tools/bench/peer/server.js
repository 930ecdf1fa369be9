'use strict';
// node server.js DOCUMENTS: answers POST /v1/resolve, single requests and batches, from the clips and profiles of a
// file {"clips": [...], "profiles": [...]} that holds what the daemon answers to GETs of them. The bench's measure of
// what the same work costs in a scripting language: Node's own HTTP server and JSON, one thread.
const fs = require('node:fs');
const http = require('node:http');
const { Clip, ReachProfile, Unsupported } = require('./clip.js');
const { Invalid, resolve } = require('./reach.js');

function load(path) {
  const documents = JSON.parse(fs.readFileSync(path, 'utf8'));
  const clips = new Map(documents.clips.map((d) => [d.name, new Clip(d)]));
  return new Map(documents.profiles.map((d) => [d.name, new ReachProfile(d, clips)]));
}

function problemOf(error) {
  if (error instanceof SyntaxError) return { status: 400, code: 'invalid_json', detail: error.message };
  if (error instanceof Invalid || error instanceof Unsupported)
    return { status: 400, code: 'invalid_request', detail: error.message };
  throw error;
}

function resolveItem(profiles, request) {
  const { id, ...rest } = request;
  const named = id === undefined ? {} : { id };
  try {
    return { ...named, result: resolve(profiles, rest) };
  } catch (error) {
    return { ...named, problem: problemOf(error) };
  }
}

function answer(profiles, text) {
  const body = JSON.parse(text);
  if (Array.isArray(body?.requests)) return { results: body.requests.map((request) => resolveItem(profiles, request)) };
  return resolve(profiles, body);
}

function send(response, status, type, object) {
  const text = JSON.stringify(object);
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

function handle(profiles, request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method !== 'POST' || request.url !== '/v1/resolve') {
      send(response, 404, 'application/problem+json', { status: 404, code: 'not_found' });
      return;
    }
    try {
      send(response, 200, 'application/json', answer(profiles, Buffer.concat(chunks).toString('utf8')));
    } catch (error) {
      const problem = problemOf(error);
      send(response, problem.status, 'application/problem+json', problem);
    }
  });
}

const profiles = load(process.argv[2]);
const server = http.createServer((request, response) => handle(profiles, request, response));
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
