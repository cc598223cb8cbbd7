import type { Delivery } from '@adwarden/contract/delivery';
import { type DeliveredApp, deliveryOf } from '@adwarden/contract/judge-delivery';
import type { Db } from '../../db/schema.ts';
import { type Clock, lastDays } from '../../kit/clock.ts';
import { listDays } from './usage.table.ts';
import { requestsByCaller } from './usage.traffic.store.ts';

/** Builds the function that says what phones get of some apps now (ADR 73), in the same order. */
export function createDeliveries({ db, clock }: { db: Db; clock: Clock }) {
  return async (apps: DeliveredApp[]): Promise<Delivery[]> => {
    const judged = apps.filter(({ rules }) => rules.ipAddress === 'on').map(({ appID }) => appID);
    const usage = await requestsByCaller(db, judged, lastDays(clock(), listDays));
    return apps.map((app) => deliveryOf(app, usage.get(app.appID) ?? []));
  };
}
