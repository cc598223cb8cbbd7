import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* Whether what a real server serves at /metrics raises an alert, by Prometheus' own tool. */

const rules = fileURLToPath(
  new URL('../../../deploy/prometheus/adwarden.rules.yml', import.meta.url),
);
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** So long the first figures hold, and so long the test lasts. What was counted comes again after `again`. */
const minutes = { before: 60, all: 240, again: 5 };

const linesOf = (text: string) =>
  new Map(
    [...text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm)].map(([, series = '', value]) => [
      series,
      Number(value),
    ]),
  );

/**
 * Whether the alert fires when a server has served `before` for an hour, and then `after`; counters go on to rise as they
 * did between them. Prometheus' tool begins in 1970: times of the server are moved there.
 */
export function alertFires(alert: string, before: string, after: string): boolean {
  const [first, then] = [linesOf(before), linesOf(after)];
  const now = Date.now() / 1000;
  const moved = (value: number) => (value > 1e9 ? value - now + minutes.all * 60 : value);
  const series = [...then].flatMap(([name, value]) => {
    const labelled = name.includes('{')
      ? name.replace('{', '{job="adwarden",instance="one",')
      : `${name}{job="adwarden",instance="one"}`;
    const isTime = /_seconds(\{|$)/.test(name) && value > 1e9;
    const from = first.get(name) ?? (name.includes('_total') ? 0 : value);
    const [one, other] = isTime ? [moved(from), moved(value)] : [from, value];
    if (!Number.isFinite(one) || !Number.isFinite(other)) return [];
    // A counter that fell is of a process that has started again.
    const risen = other < one ? other : other - one;
    const step = name.includes('_total') ? risen / minutes.again : 0;
    const values = `${one}+0x${minutes.before} ${other}+${step}x${minutes.all}`;
    return [{ series: labelled, values }];
  });
  const firing = `ALERTS{alertname="${alert}",alertstate="firing"}`;
  const tests = [
    {
      interval: '1m',
      input_series: series,
      promql_expr_test: [
        {
          expr: `count(count_over_time(${firing}[${minutes.all}m])) > bool 0`,
          eval_time: `${minutes.all}m`,
          exp_samples: [{ labels: '{}', value: 1 }],
        },
      ],
    },
  ];
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-alert-'));
  try {
    // The tool reads YAML, of which JSON is a part.
    writeFileSync(join(folder, 'rules.yml'), readFileSync(rules));
    const file = join(folder, 'test.yml');
    writeFileSync(
      file,
      JSON.stringify({ rule_files: ['rules.yml'], evaluation_interval: '1m', tests }),
    );
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
      encoding: 'utf8',
    });
    if (status !== 0 && !/nil|got:/.test(stdout + stderr)) throw new Error(stdout + stderr);
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
