import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv } from '#server/main/env.ts';
import { uploadLimits } from '#shared/contracts/uploads.ts';
import { defaultBodyLimit, restTable } from '#shared/rest.ts';
import type { RestRoute } from '#shared/rest-route.ts';
import { caddy } from '../support/deployed-site.ts';
import { readUnit } from '../support/unit-file.ts';

const unit = readUnit('deploy/libro.service');
const systemd = existsSync('/usr/bin/systemd-analyze');

test('the unit writes where its state is, and nowhere else', () => {
  const { DATA_DIR, UPLOADS_DIR, HOST, TRUST_PROXY } = readEnv(unit.environment);
  const folders = unit.settings
    .get('StateDirectory')?.[0]
    ?.split(' ')
    .map((name) => `/var/lib/${name}`);
  expect(folders).toEqual(expect.arrayContaining([DATA_DIR, UPLOADS_DIR]));
  expect(unit.settings.get('ProtectSystem')).toEqual(['strict']);
  expect(unit.settings.has('ReadWritePaths')).toBe(false);
  // Nobody reaches it but through Caddy, whose word for the readers' addresses is then to be trusted.
  expect([HOST, TRUST_PROXY]).toEqual(['127.0.0.1', 1]);
  // Debian 13 has /tmp in memory: a database being rebuilt does not belong there.
  expect(unit.environment.TMPDIR).toBe('/var/tmp');
});

test('a picture that takes all the memory ends the process that opens it, not the site', () => {
  expect(unit.settings.get('OOMPolicy')).toEqual(['continue']);
});

test('a site beside another machine, which ends with status 75, is not started again each second', () => {
  expect(unit.settings.get('RestartPreventExitStatus')).toEqual(['75']);
});

test.skipIf(!systemd)('systemd understands the unit and finds little that it could do', () => {
  const verified = spawnSync('systemd-analyze', ['verify', './deploy/libro.service'], { encoding: 'utf8' });
  // A machine without the user or the program says so; what is looked for is a line that it does not understand.
  expect(verified.stderr).not.toMatch(/libro\.service:\d+:/);
  const rated = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', './deploy/libro.service'],
    { encoding: 'utf8' },
  );
  const exposure = Number(/Overall exposure level for libro\.service: ([\d.]+)/.exec(rated.stdout)?.[1]);
  expect(exposure).toBeLessThan(1.5);
});

test.skipIf(!caddy)('the Caddyfile is valid and in Caddy’s own form', () => {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', DOMAIN: 'libro.test' };
  const run = (...args: string[]) => spawnSync(caddy ?? '', args, { encoding: 'utf8', env });
  const validated = run('validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile');
  expect(validated.stdout).toContain('Valid configuration');
  expect(run('fmt', 'deploy/Caddyfile').stdout).toBe(readFileSync('deploy/Caddyfile', 'utf8'));
});

test('Caddy lets through whatever the site itself would take', () => {
  const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
  const sizes = [...caddyfile.matchAll(/max_size (\d+)(MB|GB)/g)];
  const [files = 0, calls = 0] = sizes.map(([, size, unit]) => Number(size) * (unit === 'GB' ? 1e9 : 1e6));
  const ofFiles = (/@files path (.*)/.exec(caddyfile)?.[1] ?? '').split(' ');
  expect(caddyfile).toContain(`not path ${ofFiles.join(' ')}`);
  expect(files).toBeGreaterThan(Math.max(...Object.values(uploadLimits)));
  const rows: RestRoute[] = Object.values(restTable);
  for (const { path, kind, bodyLimit = defaultBodyLimit } of rows) {
    const forFiles = ofFiles.some((pattern) => `/api${path}`.startsWith(pattern.replace('*', '')));
    if (kind === 'multipart') expect(forFiles, path).toBe(true);
    else expect(bodyLimit).toBeLessThanOrEqual(forFiles ? files : calls);
  }
});

test('compose.yaml passes every variable that the image does not set', () => {
  const namesIn = (file: string, line: RegExp) =>
    [...readFileSync(file, 'utf8').matchAll(line)].map(([, name = '']) => name);
  const ofImage = ['PORT', 'HOST', 'DATA_DIR', 'UPLOADS_DIR'];
  const wanted = namesIn('.env.example', /^#? ?([A-Z][A-Z0-9_]+)=/gm).filter(
    (name) => !ofImage.includes(name),
  );
  expect(wanted.length).toBeGreaterThan(30);
  expect(namesIn('deploy/compose.yaml', /^ {6}([A-Z][A-Z0-9_]+): /gm)).toEqual(
    expect.arrayContaining(wanted),
  );
  // What is passed empty is as if it were not there.
  const empty = Object.fromEntries(wanted.map((name) => [name, '']));
  expect(readEnv({ ...empty })).toEqual(readEnv({}));
});

test('the containers’ network has IPv6, so that Caddy sees whose address it is', () => {
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
    services: Record<string, object>;
    networks: Record<string, { enable_ipv6: boolean; ipam: { config: { subnet: string }[] } }>;
  };
  const { enable_ipv6, ipam } = compose.networks.default ?? {};
  expect(enable_ipv6).toBe(true);
  // An own range of RFC 4193, a /64.
  expect(ipam?.config.map(({ subnet }) => subnet)).toEqual([
    expect.stringMatching(/^fd[0-9a-f]{2}(:[0-9a-f]{1,4}){2,3}::\/64$/),
  ]);
  expect(Object.keys(compose.services)).toEqual(['site', 'caddy']);
  for (const service of Object.values(compose.services)) {
    expect(service).not.toHaveProperty('networks');
    expect(service).not.toHaveProperty('network_mode');
  }
});

const scripts = ['deploy', 'scripts', '.ci']
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => /^#!.*\b(ba)?sh\n/.test(readFileSync(path, 'utf8')));

test('scripts are run by bash as they stand', () => {
  expect(scripts).toContain('deploy/install.sh');
  for (const path of scripts) {
    expect(spawnSync('bash', ['-n', path], { encoding: 'utf8' }).stderr, path).toBe('');
  }
});

test.skipIf(!existsSync('/usr/bin/shellcheck'))('shellcheck has nothing to say', () => {
  expect(spawnSync('shellcheck', scripts, { encoding: 'utf8' }).stdout).toBe('');
});
