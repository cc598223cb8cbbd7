import type { TrafficComparison } from '@adwarden/contract/traffic/comparison';
import {
  type DifferenceColumn,
  differenceColumns,
  differenceHeadings,
  type TrafficColumn,
  type TrafficComparisonExportQuery,
  type TrafficExportQuery,
  trafficColumns,
  trafficHeadings,
} from '@adwarden/contract/traffic/exports';
import { requestsOf, type Traffic, type TrafficStep } from '@adwarden/contract/traffic/traffic';
import type { Actor } from '../../http/actor.ts';
import { fileText, type TextFile } from '../../http/file-text.ts';
import type { TrafficComparisons } from './traffic.comparison.service.ts';
import type { TrafficService } from './traffic.service.ts';

export type TrafficExports = ReturnType<typeof createTrafficExports>;

/** Builds files of the data that the calls about traffic answer. */
export function createTrafficExports({
  traffic,
  comparisons,
}: {
  traffic: TrafficService;
  comparisons: TrafficComparisons;
}) {
  return {
    /** Returns a file with the steps of all apps, or of one. */
    async steps(actor: Actor, query: TrafficExportQuery): Promise<TextFile> {
      const { appID = '', format, ...question } = query;
      const answer = await (appID === ''
        ? traffic.ofAll(actor, question)
        : traffic.ofApp(actor, appID, question));
      const rows = stepRows(answer);
      const heading = (column: TrafficColumn) => trafficHeadings[column];
      const text = fileText(format, {
        title: 'Traffic',
        columns: trafficColumns,
        heading,
        rows: atOnce(rows),
      });
      return { format, name: `traffic.${format}`, text };
    },

    /** Returns a file with the differences, increases first. */
    async differences(actor: Actor, query: TrafficComparisonExportQuery): Promise<TextFile> {
      const { format, ...question } = query;
      const rows = differenceRows(await comparisons.compare(actor, question));
      const heading = (column: DifferenceColumn) => differenceHeadings[column];
      const text = fileText(format, {
        title: 'Differences',
        columns: differenceColumns,
        heading,
        rows: atOnce(rows),
      });
      return { format, name: `trafficComparison.${format}`, text };
    },
  };
}

async function* atOnce<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

const timeIn = (step: TrafficStep, at: string): string =>
  step === 'day' ? at.slice(0, 10) : at.slice(0, 16).replace('T', ' ');

const stepRows = ({ step, steps }: Traffic) =>
  steps.map(
    ({ at, weekBefore, off, ...counts }): Record<TrafficColumn, string | number> => ({
      at: timeIn(step, at),
      requests: requestsOf({ ...counts, off }),
      ...counts,
      ...off,
      requestsWeekBefore: weekBefore ? requestsOf(weekBefore) : '',
      onWeekBefore: weekBefore?.on ?? '',
    }),
  );

function differenceRows({ increases, decreases }: TrafficComparison) {
  const rows = (change: string, some: TrafficComparison['increases']) =>
    some.map(
      ({ key, name, requests, usual }): Record<DifferenceColumn, string | number> => ({
        change,
        name,
        key,
        requests,
        usual,
        difference: Math.abs(requests - usual),
      }),
    );
  return [...rows('increase', increases), ...rows('decrease', decreases)];
}
