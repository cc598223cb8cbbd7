import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type CheckName, checkList, type ListedCheck } from '../../src/doctor/list.ts';
import type { Way } from './way.ts';
import { foundElsewhere, raisedElsewhere, ways } from './ways.ts';

/* Each check of the list has ways to break it that show it wherever the list says. broken.slow.test.ts breaks them. */

const listed = Object.entries(checkList) as [CheckName, ListedCheck][];
const place = 'server/test/checks/ways.ts';

const running = (some: readonly Way[]) => some.flatMap((way) => (way.at === 'run' ? [way] : []));
const raisedBy = (some: readonly Way[]) => running(some).flatMap(({ alerts = [] }) => alerts);
const raised = new Set(raisedBy(Object.values(ways).flat()));

test.each(listed)('%s has ways to break it', (name, check) => {
  const own = ways[name] ?? [];
  expect(own, `add a way to ${place} that breaks "${name}"`).not.toEqual([]);
  expect({
    worst: own.some(({ state }) => state === check.worst) ? check.worst : 'less',
    stopsStart: own.some(({ at }) => at === 'start'),
    isInReadyz: running(own).some(({ readyz }) => readyz),
  }).toEqual({
    worst: check.worst,
    stopsStart: check.stopsStart !== undefined,
    isInReadyz: check.isInReadyz === true,
  });
});

test.each(listed)('%s has ways that bring its findings and alerts', (name, check) => {
  const own = ways[name] ?? [];
  const { findings = [], alerts = [] } = check;
  const found = running(own).flatMap((way) => way.findings ?? []);
  expect(found.filter((rule) => !findings.includes(rule))).toEqual([]);
  for (const rule of findings) {
    const isFound = found.includes(rule);
    expect(isFound, `${rule}: found by a way, or in foundElsewhere`).toBe(
      !(rule in foundElsewhere),
    );
  }
  for (const alert of alerts) {
    const isRaised = raised.has(alert);
    expect(isRaised, `${alert}: raised by a way, or in raisedElsewhere`).toBe(
      !(alert in raisedElsewhere),
    );
  }
  const ofOwn = raisedBy(own).filter((alert) => alerts.includes(alert));
  if (alerts.length > 0) expect(ofOwn, 'one of its alerts').not.toEqual([]);
});

test('ways name only checks and alerts of the list', () => {
  expect(Object.keys(ways).filter((name) => !(name in checkList))).toEqual([]);
  const alerts = listed.flatMap(([, check]) => check.alerts ?? []);
  const named = [...raised, ...Object.keys(raisedElsewhere)];
  expect(named.filter((alert) => !alerts.includes(alert))).toEqual([]);
});

test.each(Object.keys(raisedElsewhere))('the alert %s has figures that raise it', (alert) => {
  const figures = new URL('../../../deploy/prometheus/adwarden.test.yml', import.meta.url);
  expect(readFileSync(figures, 'utf8')).toContain(`name: ${alert}, raised`);
});

test.each(Object.entries(foundElsewhere))('the finding %s has a test of its own', (rule, file) => {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  expect(existsSync(path), file).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(rule);
});
