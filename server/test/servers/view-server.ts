import { expect } from 'vitest';
import { openAppServer } from './app-server.ts';

export type ViewForm = Record<string, unknown>;
export type ViewServer = Awaited<ReturnType<typeof openViewServer>>;

/** Opens a test server with short ways to the calls about saved views. */
export async function openViewServer() {
  const test = await openAppServer({ WRITES_PER_MINUTE: '1000' });

  const save = (form: ViewForm = {}, as = test.admin) =>
    test.call('addView', { as, body: { list: 'apps', name: 'Live', ...form } });

  async function views(as = test.admin, list = 'apps') {
    const answer = await test.callLoosely('getViews', { as, query: { list } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }

  return {
    ...test,
    save,
    views,
    change: (id: string, body: ViewForm, as = test.admin) =>
      test.call('updateView', { as, id, body }),
    remove: (id: string, as = test.admin) => test.call('deleteView', { as, id }),
    deleteAll: () => test.db.deleteFrom('saved_view').execute(),

    async saved(form: ViewForm = {}, as = test.admin) {
      const answer = await save(form, as);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },

    async names(as?: string, list?: string): Promise<string[]> {
      return (await views(as, list)).map(({ name }: { name: string }) => name);
    },
  };
}
