import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

/* The lint refuses imports against the arrows of ARCHITECTURE.md. */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Imports that each rule refuses, by file. */
const refused: [file: string, imports: string][] = [
  ['contract/src/refused.ts', 'fastify'],
  ['contract/src/openapi/refused.ts', '../../../server/src/kit/ids.ts'],
  ['server/src/http/refused.ts', '../../../web/src/lib/role.ts'],
  ['server/test/refused.ts', '@adwarden/web/role'],
  ['web/src/lib/refused.ts', '@adwarden/server/kit'],
  ['e2e/support/refused.ts', '../../server/src/settings.ts'],
  ['bench/refused.ts', '../web/src/main.tsx'],
  ['deploy/test/refused.ts', '../../server/src/settings.ts'],
  ['server/src/kit/refused.ts', '../db/database.ts'],
  ['server/src/kit/turns/refused.ts', '../../db/database.ts'],
  ['server/src/db/refused.ts', '../features/users/users.store.ts'],
  ['server/src/http/refused.2.ts', '../icons/icons.store.ts'],
  ['server/src/changes/refused.ts', '../ads/answers/ads.snapshot.ts'],
  ['server/src/repeats/refused.ts', '../features/users/users.store.ts'],
  ['server/src/edits/refused.ts', '../features/users/users.store.ts'],
  ['server/src/sessions/refused.ts', '../features/users/users.store.ts'],
  ['server/src/jobs/refused.ts', '../features/users/users.store.ts'],
  ['server/src/app-lists/refused.ts', '../features/users/users.store.ts'],
  ['server/src/sight/refused.ts', '../features/users/users.store.ts'],
  ['server/src/sight/refused.2.ts', '../changes/changes.store.ts'],
  ['server/src/features/apps/refused.ts', '../users/users.store.ts'],
  ['server/src/features/apps/connect/refused.ts', '../../users/users.store.ts'],
  ['server/src/features/apps/refused.2.ts', '../../ads/answers/ads.snapshot.ts'],
  ['server/src/features/apps/refused.3.ts', '../../notifications/events/events.store.ts'],
  ['server/src/icons/refused.ts', '../notifications/events/events.store.ts'],
  ['server/src/changes/refused.2.ts', '../notifications/events/events.store.ts'],
  ['server/src/notifications/events/refused.ts', '../../features/pauses/pauses.store.ts'],
  ['server/src/notifications/channels/bell/refused.ts', '../mail/mail.store.ts'],
  ['server/src/ads/usage/refused.ts', '../../features/usage/usage.store.ts'],
  ['server/src/ads/endpoint/refused.ts', '../../db/database.ts'],
  ['server/src/ads/answers/refused.ts', 'kysely'],
  ['server/src/ads/callers/caller.vpn.ts', '../../changes/changes.store.ts'],
  ['server/src/ads/following/refused.ts', '../../stream/stream.ts'],
  ['server/src/ads/following/refused.2.ts', '../../settings.ts'],
  ['server/src/ads/callers/refused.ts', '../../http/actor.ts'],
  ['server/src/ads/endpoint/refused.2.ts', 'fastify'],
  ['server/src/processes/ads.ts', '../db/database.ts'],
  ['server/src/composition/compose-ads.ts', '../features/usage/usage.store.ts'],
  ['server/src/front/refused.ts', '../http/actor.ts'],
  ['server/src/front/refused.2.ts', 'fastify'],
  ['server/src/stream/refused.ts', '../features/users/users.store.ts'],
  ['server/src/features/apps/apps.policy.ts', 'fastify'],
  ['server/src/features/apps/apps.present.ts', 'kysely'],
  ['server/src/features/apps/apps.service.ts', 'kysely'],
  ['web/src/ui/refused.ts', '../features/apps/apps.api.ts'],
  ['web/src/theme/refused.ts', '../ui/panel.tsx'],
  ['web/src/shell/refused.ts', '../pages/admin-dashboard.tsx'],
  ['web/src/features/apps/refused.ts', '../../app/router.ts'],
];

/** Imports that look like the refused ones and are allowed. */
const allowed: typeof refused = [
  ['contract/src/openapi/allowed.ts', '../routes.ts'],
  ['contract/src/allowed.ts', 'zod'],
  ['contract/src/allowed.test.ts', 'fast-check'],
  ['server/src/kit/allowed.test.ts', '../db/database.ts'],
  ['server/src/kit/turns/allowed.ts', '../clock.ts'],
  ['server/src/http/allowed.ts', '../db/database.ts'],
  ['server/src/processes/office.ts', '../db/database.ts'],
  ['server/src/front/allowed.ts', '../kit/ids.ts'],
  ['server/src/changes/allowed.ts', '../sight/people.policy.ts'],
  ['server/src/features/apps/allowed.ts', '../../changes/changes.store.ts'],
  ['server/src/features/apps/connect/allowed.ts', '../apps.present.ts'],
  ['server/src/features/users/users.store.ts', 'kysely'],
  ['server/src/notifications/channels/bell/allowed.ts', '../../events/events.store.ts'],
  ['server/src/notifications/channels/bell/allowed.2.ts', '../../../changes/changes.store.ts'],
  ['server/src/composition/allowed.2.ts', '../notifications/channels.ts'],
  ['server/src/ads/allowed.test.ts', '../db/database.ts'],
  ['server/src/ads/following/allowed.ts', '../../kit/clock.ts'],
  ['server/src/ads/following/allowed.2.ts', '../answers/ads.index.ts'],
  ['server/src/stream/stream.apps.store.ts', 'kysely'],
  ['server/src/stream/allowed.ts', '../ads/following/ads.stream.ts'],
  ['server/src/composition/allowed.ts', '../features/apps/apps.service.ts'],
  ['web/src/features/apps/list/allowed.ts', '../apps.api.ts'],
  ['web/src/features/apps/allowed.ts', '../../ui/panel.tsx'],
  ['web/src/app/allowed.ts', '../features/apps/apps.api.ts'],
  ['e2e/allowed.ts', '../deploy/programs/free-port.ts'],
];

/** The ways to import a module. */
const ways: Record<string, (path: string) => string> = {
  import: (path) => `import { one } from '${path}';\nexport const two = one;\n`,
  'import type': (path) => `import type { One } from '${path}';\nexport type Two = One;\n`,
  export: (path) => `export { one } from '${path}';\n`,
  'import()': (path) => `export const one = import('${path}');\n`,
  'type of import()': (path) => `export type One = typeof import('${path}');\n`,
};

/** Counts the calls or imports of each file that the rules refuse. */
function lint(files: [file: string, content: string][]): Map<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-arrows-'));
  for (const name of ['biome.json', 'arrows.grit'])
    copyFileSync(join(root, name), join(folder, name));
  for (const [file, content] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  const options = ['--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'];
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', ...options], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  type Diagnostic = { category: string; location: { path: string } };
  const found = new Map<string, number>();
  for (const { category, location } of JSON.parse(stdout).diagnostics as Diagnostic[]) {
    if (category === 'plugin') found.set(location.path, (found.get(location.path) ?? 0) + 1);
  }
  return found;
}

let found: Map<string, number>;
beforeAll(() => {
  const files = [...refused, ...allowed].map(([file, path]): [string, string] => {
    const each = Object.values(ways).map((way, index) =>
      way(path).replaceAll(/\b(one|two|One|Two)\b/g, `$1${index}`),
    );
    return [file, each.join('')];
  });
  found = lint(files);
});

describe('an import is refused, in every way to import', () => {
  test.each(refused)('in %s: %s', (file) => {
    expect(found.get(file)).toBe(Object.keys(ways).length);
  });
});

describe('a text is normalised', () => {
  const calls = [
    "'a'.normalize('NFC')",
    "'a'.normalize()",
    "text?.normalize('NFKC')",
    'text?.normalize()',
  ];
  const content = calls.map((call, index) => `export const t${index} = ${call};\n`).join('');

  test.each([
    ['server/src/kit/normalising.ts', calls.length],
    ['web/src/lib/normalising.ts', calls.length],
    ['contract/src/unicode.ts', 0],
    ['server/src/kit/normalising.test.ts', 0],
  ])('in %s: %i times refused', (file, times) => {
    expect(lint([[file, content]]).get(file) ?? 0).toBe(times);
  });
});

describe('what somebody sees is decided', () => {
  const decisions = [
    'app.ownerId === actor.id',
    'app.ownerId !== actor.id',
    'app?.ownerId === actor.id',
    'app?.ownerId !== actor.id',
  ];
  const roles = ["actor.kind === 'admin'", "actor.kind === 'user'"];
  const content = [...decisions, ...roles]
    .map((text, index) => `export const d${index} = ${text};\n`)
    .join('');

  test.each([
    ['server/src/features/apps/apps.present.ts', decisions.length + roles.length],
    ['server/src/features/apps/apps.service.ts', decisions.length + roles.length],
    ['server/src/features/apps/apps.test.ts', 0],
    ['server/src/sight/apps.policy.ts', 0],
  ])('in %s: %i times refused', (file, times) => {
    expect(lint([[file, content]]).get(file) ?? 0).toBe(times);
  });
});

describe('an import is allowed', () => {
  test.each(allowed)('in %s: %s', (file) => {
    expect(found.has(file)).toBe(false);
  });
});
