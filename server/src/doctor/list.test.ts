import { readFileSync } from 'node:fs';
import { findingRules } from '@adwarden/contract/findings/rules';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { thresholds } from '../thresholds.ts';
import { checkList, checkTable, type ListedCheck } from './list.ts';

/* One list of checks: findings, alerts and the page of operators have it, with the same thresholds. */

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
type Rule = { alert: string; expr: string };
const rules: Rule[] = parse(read('deploy/prometheus/adwarden.rules.yml')).groups[0].rules;
const all: ListedCheck[] = Object.values(checkList);

test('each finding about the installation is of one check', () => {
  const ofInstallation = Object.entries(findingRules).flatMap(([rule, [, source]]) =>
    source === 'installation' ? [rule] : [],
  );
  const listed = all.flatMap(({ findings = [] }) => findings);
  expect(listed.toSorted()).toEqual(ofInstallation.toSorted());
});

test('each alert is of one check', () => {
  const listed = all.flatMap(({ alerts = [] }) => alerts);
  expect(listed.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.each([
  ['AdwardenDiskNearlyFull', thresholds.freeBytes],
  ['AdwardenCertificateEnds', thresholds.certificateMs / 1000],
  ['AdwardenCountriesOld', thresholds.countriesMs / 1000],
  // BACKUP_EVERY is a day unless it is set.
  ['AdwardenBackupOverdue', thresholds.backups.times * 86_400 + thresholds.backups.moreMs / 1000],
  ['AdwardenEdgeSilent', thresholds.edgeSilentMs / 1000],
])('%s has the threshold of the others', (name, threshold) => {
  const { expr = '' } = rules.find(({ alert }) => alert === name) ?? {};
  const [, written = ''] = /[<>] ([\d.e* +]+)$/.exec(expr) ?? [];
  const sum = written
    .split('+')
    .map((product) => product.split('*').reduce((value, one) => value * Number(one), 1));
  expect(
    sum.reduce((total, one) => total + one, 0),
    expr,
  ).toBe(threshold);
});

test('the page of operators has the list as it is', () => {
  const [, table = ''] =
    /<!-- checks -->\n([\s\S]*?)\n<!-- end of checks -->/.exec(read('docs/operate.md')) ?? [];
  expect(table).toBe(checkTable());
});
