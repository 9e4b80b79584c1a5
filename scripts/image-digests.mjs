// npm run images [-- <registry>]: writes into deploy/Dockerfile and deploy/compose.yaml which images their names mean today
// (name:tag@sha256:…), so that what is built later is built on the same. A digest that stands there is brought up to date. Where a
// registry does not answer it says so, and changes nothing. The registry: Docker's, or a mirror of it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const registry = process.argv[2] ?? 'https://registry-1.docker.io';
const files = ['deploy/Dockerfile', 'deploy/compose.yaml'];
const patienceMs = 10_000;
/** Of all platforms at once; what a registry gives without being asked may be of one alone. */
const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];

/** `FROM name:tag@digest …` and `image: name:tag@digest`. */
const named = /^(FROM|\s*image:)[ ]+([a-z0-9][a-z0-9._/-]*):([\w.-]+)(@sha256:[0-9a-f]{64})?/gm;

/** @param {string} address @param {Record<string, string>} [headers] */
async function fetchSoon(address, headers) {
  return fetch(address, { headers, signal: AbortSignal.timeout(patienceMs) });
}

/**
 * A pass to read an image, as the registry's refusal says where to get one (`Bearer realm="…",service="…",scope="…"`).
 *
 * @param {string} challenge
 */
async function fetchToken(challenge) {
  const parts = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  const { realm, ...query } = parts;
  if (!realm) throw new Error('asks for a pass and does not say where');
  const answer = await fetchSoon(`${realm}?${new URLSearchParams(query)}`);
  if (!answer.ok) throw new Error(`gives no pass (${answer.status})`);
  const { token, access_token } = await answer.json();
  return token ?? access_token;
}

/** @param {string} name @param {string} tag @returns {Promise<string>} `sha256:…`, of the bytes that came */
async function resolveDigest(name, tag) {
  const path = name.includes('/') ? name : `library/${name}`;
  const address = `${registry.replace(/\/$/, '')}/v2/${path}/manifests/${tag}`;
  const accept = manifestTypes.join(', ');
  let answer = await fetchSoon(address, { accept });
  if (answer.status === 401) {
    const token = await fetchToken(answer.headers.get('www-authenticate') ?? '');
    answer = await fetchSoon(address, { accept, authorization: `Bearer ${token}` });
  }
  if (!answer.ok) throw new Error(`answers ${answer.status}`);
  const type = answer.headers.get('content-type') ?? '';
  if (!manifestTypes.some((one) => type.startsWith(one)))
    throw new Error(`gives no list of platforms (${type})`);
  const digest = `sha256:${createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')}`;
  const header = answer.headers.get('docker-content-digest');
  if (header !== null && header !== digest) throw new Error('gives other bytes than it says');
  return digest;
}

const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
/** @type {Map<string, string>} */
const digests = new Map();
try {
  for (const text of texts.values()) {
    for (const [, , name = '', tag = ''] of text.matchAll(named)) {
      const image = `${name}:${tag}`;
      if (!digests.has(image))
        digests.set(
          image,
          await resolveDigest(name, tag).catch((error) => {
            throw new Error(
              `${image}: ${registry} ${error.name === 'Error' ? error.message : 'does not answer'}`,
            );
          }),
        );
    }
  }
  if (digests.size === 0) throw new Error('no image is named');
  for (const [file, text] of texts) {
    const pinned = text.replace(
      named,
      (_, before, name, tag) => `${before} ${name}:${tag}@${digests.get(`${name}:${tag}`)}`,
    );
    if (pinned !== text) writeFileSync(file, pinned);
  }
  for (const [image, digest] of digests) console.log(`${image} is ${digest}`);
} catch (error) {
  console.error(
    `${error instanceof Error ? error.message : error}. NOTHING WAS PINNED: both files are as they were.`,
  );
  process.exitCode = 1;
}
