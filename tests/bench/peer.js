'use strict';
// node peer.js DAEMON PEER: the peer that the bench measures beside the daemon gives the daemon's answers. Both are
// asked the lunge of the examples, the vectors where they are there, and made-up requests over several profiles.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const TOLERANCE = 1e-9;
const examples = (name) => JSON.parse(fs.readFileSync(path.join('schema/examples', name), 'utf8'));

function start(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((done, failed) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /listening on (\S+)/.exec(text);
      if (found) done({ child, url: found[1] });
    });
    child.on('exit', (code) => failed(new Error(`${program} ended with ${code}`)));
  });
}

async function call(url, method, body) {
  const response = await fetch(url, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${url}: ${JSON.stringify(answer)}`);
  return answer;
}

function same(ours, theirs, where) {
  if (typeof ours === 'number' && typeof theirs === 'number')
    assert.ok(Math.abs(ours - theirs) <= TOLERANCE * Math.max(1, Math.abs(ours)), `${where}: ${ours}, peer ${theirs}`);
  else if (ours === null || typeof ours !== 'object') assert.strictEqual(theirs, ours, where);
  else {
    assert.deepStrictEqual(Object.keys(theirs), Object.keys(ours), where);
    for (const key of Object.keys(ours)) same(ours[key], theirs[key], `${where}/${key}`);
  }
}

let seed = 1;
function random(low, high) {
  seed = (seed * 48271) % 2147483647;
  return low + ((high - low) * seed) / 2147483647;
}

// A lunge that curves, turns and rises, with two windows and a gap between them.
function curvedClip() {
  const frames = [...Array(31).keys()].map((k) => k / 30);
  return {
    space: 'unreal',
    frame_rate: 30,
    root: {
      positions: frames.map((t) => [20 + 400 * t * t, 30 * Math.sin(3 * t), 90 + 10 * t]),
      rotations: frames.map((t) => [0, 0, Math.sin(0.2 + 0.3 * t), Math.cos(0.2 + 0.3 * t)]),
    },
    windows: [{ name: 'attack', start: 0.15, end: 0.4 }, { name: 'attack', start: 0.55, end: 0.9 }],
    events: [{ name: 'hit', time: 0.7 }, { name: 'whoosh', time: 0.1 }],
  };
}

const PROFILES = {
  plain: {},
  offset: { contact_offset: -15, vertical: 'target' },
  paced: { rate: { min: 0.6, max: 1.8 } },
  picky: { conditions: { max_angle: 100, min_distance: 60, max_distance: 800, max_height: 50 } },
};

function madeUp(profile) {
  return {
    id: 'x',
    profile,
    time: random(0, 1) < 0.3 ? 0 : random(0, 1),
    play_rate: random(0.5, 2),
    actor: {
      position: [random(-500, 500), random(-500, 500), random(-50, 50)],
      yaw: random(-400, 400),
      radius: random(0, 50),
      scale: random(0.5, 2),
    },
    target: { position: [random(-900, 900), random(-900, 900), random(-50, 50)], radius: random(0, 50) },
  };
}

// The vectors that the peer can be asked: reaches in a clip that does not loop, without what it refuses.
function vectors() {
  const file = '../shared/vectors/cases.json';
  if (!fs.existsSync(file)) return [];
  return JSON.parse(fs.readFileSync(file, 'utf8')).filter((c) => c.name.startsWith('lunge'));
}

async function store(daemon, documents) {
  const stored = { clips: [], profiles: [] };
  for (const [kind, name, document] of documents) {
    await call(`${daemon}/v1/${kind}/${name}`, 'PUT', document);
    stored[kind].push(await call(`${daemon}/v1/${kind}/${name}`, 'GET'));
  }
  return stored;
}

async function run(daemonProgram, peerScript, folder, children) {
  const daemon = await start(daemonProgram, ['serve', '--listen', '127.0.0.1:0', '--data', path.join(folder, 'data')]);
  children.push(daemon.child);
  const documents = [
    ['clips', 'lunge', examples('lunge.clip.json')],
    ['profiles', 'lunge', examples('lunge.profile.json')],
    ['clips', 'curved', curvedClip()],
  ];
  for (const [name, more] of Object.entries(PROFILES))
    documents.push(['profiles', name, { kind: 'reach', clip: 'curved', window: 'attack', scale_band: { min: 0.3, max: 1.3 }, ...more }]);
  const requests = [60, 100, 250, 900].map((distance) => examples(`lunge-${distance}.resolve.request.json`));
  for (const c of vectors()) {
    documents.push(['clips', c.name, c.clip], ['profiles', c.name, { ...c.profile, clip: c.name }]);
    requests.push({ ...c.request, profile: c.name });
  }
  for (let i = 0; i < 400; i++) requests.push(madeUp(Object.keys(PROFILES)[i % 4]));
  const file = path.join(folder, 'documents.json');
  fs.writeFileSync(file, JSON.stringify(await store(daemon.url, documents)));
  const peer = await start(process.execPath, [peerScript, file]);
  children.push(peer.child);
  const ask = (server, body) => call(`${server.url}/v1/resolve`, 'POST', body);
  for (const request of requests)
    same(await ask(daemon, request), await ask(peer, request), JSON.stringify(request));
  const batch = { requests: requests.slice(0, 100) };
  same(await ask(daemon, batch), await ask(peer, batch), 'batch');
  console.log(`${requests.length} answers and a batch are the same`);
}

async function main() {
  const folder = fs.mkdtempSync(path.join(process.env.TMPDIR ?? os.tmpdir(), 'peer-'));
  const children = [];
  let status = 0;
  try {
    await run(process.argv[2], process.argv[3], folder, children);
  } catch (error) {
    console.error(error);
    status = 1;
  }
  for (const child of children) {
    child.removeAllListeners('exit');
    child.kill();
  }
  fs.rmSync(folder, { recursive: true });
  process.exit(status);
}

main();
