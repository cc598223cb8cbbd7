import type { BatchApp, BatchPreview, PreviewedApp } from '@adwarden/contract/batches/batches';
import {
  type Batch,
  batch,
  batchApp,
  batchPreview,
  previewedApp,
} from '@adwarden/contract/batches/batches';
import { expect } from 'vitest';
import { openChangeRequestServer } from './change-request-server.ts';

export type BatchServer = Awaited<ReturnType<typeof openBatchServer>>;

/** Opens a test server with short ways to the calls about batches. Every answer is checked by its schema. */
export async function openBatchServer(...given: Parameters<typeof openChangeRequestServer>) {
  const test = await openChangeRequestServer(...given);
  let number = 0;

  const ask = (body: object, as = test.admin) => test.callLoosely('previewBatch', { as, body });
  const start = (previewID: string, as = test.admin) =>
    test.call('startBatch', { as, body: { previewID } });

  async function preview(select: object, change: object, as = test.admin): Promise<BatchPreview> {
    const answer = await ask({ select, change }, as);
    expect(answer.status, answer.text).toBe(200);
    return batchPreview.parse(answer.body.data);
  }

  async function read(id: string, as = test.admin): Promise<Batch> {
    const answer = await test.call('getBatch', { as, id });
    expect(answer.status, answer.text).toBe(200);
    return batch.parse(answer.body.data.batch);
  }

  /** Resolves when a batch has ended, and returns it. */
  async function ends(id: string, as = test.admin): Promise<Batch> {
    const state = async () => (await read(id, as)).state;
    await expect.poll(state, { interval: 25 }).not.toBe('running');
    return read(id, as);
  }

  return {
    ...test,
    ask,
    start,
    preview,
    read,
    ends,

    /** Adds some apps of the sample form, each with a package name and a banner of its own; returns their IDs. */
    async addSome(count: number, over: object = {}, as = test.admin): Promise<string[]> {
      const appIDs: string[] = [];
      for (let index = 0; index < count; index += 1) {
        number += 1;
        const googleBanner1 = `ca-app-pub-${'7'.repeat(16)}/${String(number).padStart(10, '0')}`;
        const own = { packageName: `com.harbour.app${number}`, googleNative1: '', googleBanner1 };
        appIDs.push((await test.add({ ...own, appName: `App ${number}`, ...over }, as)).appID);
      }
      return appIDs;
    },

    /** Returns a page of a preview. */
    async rows(id: string, query: Record<string, string | number> = {}, as = test.admin) {
      const answer = await test.call('getBatchPreview', { as, id, query });
      expect(answer.status, answer.text).toBe(200);
      const data: PreviewedApp[] = answer.body.data.map((row: unknown) => previewedApp.parse(row));
      return { ...answer.body, data } as { data: PreviewedApp[]; total: number };
    },

    /** Returns a page of the apps of a batch. */
    async apps(id: string, query: Record<string, string | number> = {}, as = test.admin) {
      const answer = await test.call('getBatchApps', { as, id, query });
      expect(answer.status, answer.text).toBe(200);
      const data: BatchApp[] = answer.body.data.map((row: unknown) => batchApp.parse(row));
      return { ...answer.body, data } as { data: BatchApp[]; total: number };
    },

    /** Makes a preview, starts it and waits for its end. */
    async run(select: object, change: object, as = test.admin): Promise<Batch> {
      const { previewID } = await preview(select, change, as);
      const answer = await start(previewID, as);
      expect(answer.status, answer.text).toBe(200);
      return ends(answer.body.data.batch.id, as);
    },

    /** Undoes a batch and waits for the end. */
    async undo(id: string, as = test.admin): Promise<Batch> {
      const answer = await test.call('undoBatch', { as, id });
      expect(answer.status, answer.text).toBe(200);
      return ends(answer.body.data.batch.id, as);
    },
  };
}
