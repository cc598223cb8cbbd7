import { Counter, Gauge, type Registry } from 'prom-client';
import type { CallerFigure } from '../callers/caller.figures.ts';

/** The figures that the metrics of the ads read at each request. */
export type AdsFigures = {
  /** Ads answers so far, by outcome. */
  outcomes: () => Readonly<Record<string, number>>;
  /** Ads answers to an old token. */
  oldTokens: () => number;
  apps: () => number;
  /** Ads answers of apps with IP rules, by the known facts about the caller. */
  callers: () => CallerFigure[];
  /** Calls of outside services, by service and outcome. */
  lookups: () => Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The time when the data of the database of countries was made, in epoch milliseconds. */
  countriesBuiltAt: () => number;
  /** The time by which the known state may be old, in milliseconds; null before the office told anything. */
  lagMs: () => number | null;
  /** The time for which the last good ads on the disk have been older than those in memory, in milliseconds. */
  lastGoodBehindMs: () => number;
  /** The host of the office that an edge follows; '' for the one of this machine. */
  office: () => string;
};

/** Adds the figures of the ads to the metrics of this process. */
export function addAdsMetrics(registry: Registry, figures: AdsFigures): void {
  new Counter({
    name: 'adwarden_ads_answers_total',
    help: 'Ads answers by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(figures.outcomes())) {
        this.inc({ outcome }, count);
      }
    },
  });
  new Counter({
    name: 'adwarden_ads_old_tokens_total',
    help: 'Ads answers to a token that was rotated away and is still good',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(figures.oldTokens());
    },
  });
  new Counter({
    name: 'adwarden_ads_callers_total',
    help: 'Ads answers of apps with IP Address ON, by what was known of the caller; other: beyond the 20 countries with most',
    labelNames: ['country', 'vpn'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, ...labels } of figures.callers()) this.inc(labels, count);
    },
  });
  new Counter({
    name: 'adwarden_caller_lookups_total',
    help: 'Questions to outside services about callers, by outcome',
    labelNames: ['service', 'outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [service, counts] of Object.entries(figures.lookups())) {
        for (const [outcome, count] of Object.entries(counts)) {
          this.inc({ service, outcome }, count);
        }
      }
    },
  });
  new Gauge({
    name: 'adwarden_country_database_built_seconds',
    help: 'When the data of the database of countries was put together, epoch seconds',
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(figures.countriesBuiltAt() / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_ads_snapshot_apps',
    help: 'Apps that the ads endpoint answers for',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(figures.apps());
    },
  });
  new Gauge({
    name: 'adwarden_ads_lag_seconds',
    help: 'For how long the ads may be old, at most: the time since the office said that nothing is missing',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      const lagMs = figures.lagMs();
      if (lagMs !== null) this.set(lagMs / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_last_good_behind_seconds',
    help: 'For how long the last good ads on the disk have been older than those in memory',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(figures.lastGoodBehindMs() / 1000);
    },
  });
  new Gauge({
    name: 'adwarden_edge_office',
    help: 'Of an edge: how many processes follow this office',
    labelNames: ['office'] as const,
    registers: [registry],
    collect() {
      this.reset();
      const office = figures.office();
      if (office) this.set({ office }, 1);
    },
  });
}
