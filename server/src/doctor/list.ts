import type { FindingRule } from '@adwarden/contract/findings/rules';

/*
 * The one list of all checks: of a start, `npm run doctor`, the page System Check, findings, `/readyz`, metrics and alerts. Each
 * of them shows the checks that it can make; the table in docs/operate.md is made from this list.
 */

export type ListedCheck = {
  /** The subject of the check. */
  looks: string;
  /** The worst result: an error does not work; a warning will hurt. */
  worst: 'error' | 'warning' | 'note';
  /** It can refuse a start. `without`: only without last good ads (ADR 68). */
  stopsStart?: 'always' | 'without';
  /** `/readyz` names it. */
  isInReadyz?: boolean;
  /** Findings and alerts that say the same. */
  findings?: readonly FindingRule[];
  alerts?: readonly string[];
};

/** The checks by their name in doctor and System Check. */
export const checkList = {
  settings: {
    looks: 'each setting is valid, has a known name, and fits the others',
    worst: 'error',
    stopsStart: 'always',
  },
  port: {
    looks:
      '`HOST`, `PORT` and `METRICS_PORT` can be listened on; not asked beside a running server',
    worst: 'error',
    stopsStart: 'always',
  },
  'temporary folder': {
    looks: '`TMPDIR` can hold the sockets between the processes',
    worst: 'error',
    stopsStart: 'always',
  },
  'country database': {
    looks: '`MMDB_FILE` is a database of countries; how the last update went; its age',
    worst: 'error',
    stopsStart: 'always',
    findings: ['countries-outdated'],
    alerts: ['AdwardenCountriesOld'],
  },
  DATA_DIR: {
    looks: 'it is a folder that answers, can be written, and has room',
    worst: 'error',
    stopsStart: 'without',
    isInReadyz: true,
    findings: ['folder-not-writable'],
    alerts: ['AdwardenDiskNearlyFull'],
  },
  owner: {
    looks: 'no file in `DATA_DIR` shuts the server out by its owner or mode',
    worst: 'error',
    stopsStart: 'without',
    isInReadyz: true,
  },
  'files of the database': {
    looks: 'the files that a running server lives on are still there',
    worst: 'error',
    isInReadyz: true,
    findings: ['files-gone'],
  },
  'key file': { looks: 'only the user of the server can read `secret.key`', worst: 'error' },
  'secret key': {
    looks: 'the key opens what the database has',
    worst: 'error',
    stopsStart: 'always',
  },
  'second factors': {
    looks: 'the key opens the secret of every authenticator app',
    worst: 'warning',
  },
  'refresh tokens': {
    looks: 'the key opens the refresh token of every session of single sign-on that has one',
    worst: 'warning',
  },
  passkeys: {
    looks: 'every passkey belongs to the host name of `OFFICE_ADDRESS` (else `PUBLIC_URL`)',
    worst: 'warning',
  },
  administrators: {
    looks: 'no administrator has an address of the examples (`admin@example.com`, `….example`)',
    worst: 'warning',
  },
  database: {
    looks:
      'it answers fast, is the one of the last start, and lets its user make and use tables; the first administrator can be made',
    worst: 'error',
    stopsStart: 'without',
    isInReadyz: true,
  },
  damage: {
    looks:
      'no page of the database is damaged: the doctor looks at the embedded one, within its time; the server knows what its backups and statements find',
    worst: 'error',
    stopsStart: 'without',
    isInReadyz: true,
    findings: ['database-damaged'],
    alerts: ['AdwardenDatabaseDamaged'],
  },
  schema: { looks: 'which migrations the next start runs', worst: 'note' },
  clock: { looks: 'the clocks of this machine and of the database agree', worst: 'error' },
  'kept time': {
    looks: 'the clock fits the time that the server has kept',
    worst: 'error',
    findings: ['clock-not-believed'],
    alerts: ['AdwardenClockNotBelieved'],
  },
  backups: {
    looks: 'the age of the last good backup, or of the last good dump of PostgreSQL',
    worst: 'error',
    findings: ['backup-overdue'],
    alerts: ['AdwardenBackupOverdue'],
  },
  BACKUP_DIR: {
    looks:
      'it is a folder that answers, can be written, has room, and lies neither in `DATA_DIR` nor on its disk',
    worst: 'error',
  },
  'open files': {
    looks: 'how many files a process may open, and whether connections were refused for it',
    worst: 'warning',
    findings: ['too-few-files'],
    alerts: ['AdwardenConnectionsRefused'],
  },
  memory: { looks: 'there is memory for all applications', worst: 'error' },
  workers: { looks: '`WORKERS` fits the cores', worst: 'warning' },
  build: { looks: 'what runs was built from the sources beside it', worst: 'warning' },
  server: {
    looks:
      'the server of these settings answers, is ready, runs this version, and all its processes live',
    worst: 'error',
    isInReadyz: true,
    findings: ['phones-behind'],
    alerts: [
      'AdwardenDown',
      'AdwardenNotScraped',
      'AdwardenCrashLoop',
      'AdwardenOfficeAway',
      'AdwardenDegraded',
      'AdwardenAdsNotReady',
      'AdwardenAdsOld',
      'AdwardenLastGoodAdsOld',
      'AdwardenProcessDied',
      'AdwardenProcessHung',
      'AdwardenErrors',
      'AdwardenTwoVersions',
      'AdwardenTaskStopped',
    ],
  },
  jobs: {
    looks: 'each job of the office (what it does by itself) has succeeded lately',
    worst: 'warning',
  },
  proxy: {
    looks: '`TRUST_PROXY` names the proxies in front',
    worst: 'warning',
    findings: ['callers-unknown'],
  },
  PUBLIC_URL: {
    looks:
      'this installation is behind the address, which is asked for a proof; others can reach it',
    worst: 'error',
  },
  certificate: {
    looks: 'the certificate of `PUBLIC_URL` is trusted and lasts',
    worst: 'error',
    alerts: ['AdwardenCertificateEnds'],
  },
  office: {
    looks: 'of an edge: each office answers; of an office: no edge is silent',
    worst: 'warning',
    findings: ['edge-silent'],
    alerts: ['AdwardenEdgeSilent'],
  },
  links: {
    looks: 'with `SMTP_URL`, `OFFICE_ADDRESS` or `PUBLIC_URL` is set, so that mails have links',
    worst: 'warning',
  },
  'single sign-on': {
    looks: 'with `OIDC_ISSUER`, the provider answers and names itself so, letter for letter',
    worst: 'warning',
  },
  mail: {
    looks: 'the mail server answers, and takes mails',
    worst: 'warning',
    findings: ['mail-not-sent'],
    alerts: ['AdwardenMailsFailing'],
  },
  finding: {
    looks: 'the other open findings about the installation',
    worst: 'error',
    findings: [
      'restored-changes-wait',
      'webhook-off',
      'last-recovery-code-used',
      'second-factor-not-required',
      'vpn-service-failing',
      'app-ads-lacks-lines',
    ],
    alerts: [
      'AdwardenProviderQuota',
      'AdwardenProviderFailing',
      'AdwardenTokensRefused',
      'AdwardenWebhookOff',
      'AdwardenWebhookFailing',
    ],
  },
} as const satisfies Record<string, ListedCheck>;

export type CheckName = keyof typeof checkList;

const listed = (one: ListedCheck) => [
  one.worst,
  one.stopsStart === 'always' ? 'refused' : one.stopsStart ? 'ads alone, or refused' : '',
  one.isInReadyz ? 'yes' : '',
  (one.findings ?? []).map((rule) => `\`${rule}\``).join(', '),
  (one.alerts ?? []).map((alert) => `[${alert}](#${alert})`).join(', '),
];

/** Builds the table of docs/operate.md. */
export function checkTable(): string {
  const head = ['check', 'looks whether', 'at worst', 'a start', '`/readyz`', 'finding', 'alert'];
  const rows = Object.entries(checkList).map(([name, one]) => [name, one.looks, ...listed(one)]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
