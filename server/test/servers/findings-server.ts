import { finding } from '@adwarden/contract/findings/findings';
import { sampleAppForm, sampleUserForm } from '@adwarden/contract/testing/samples';
import { expect } from 'vitest';
import { buildTestServer } from './build-test-server.ts';

type Finding = (typeof finding)['_output'];

/** Builds a server with two app owners, ada and grace, and the helpers of tests of findings. */
export async function buildFindingsServer() {
  const adwarden = await buildTestServer();
  const admin = await adwarden.signInAdmin();
  for (const userId of ['ada', 'grace']) {
    const form = sampleUserForm({ userId, fullName: `${userId} owner` });
    await adwarden.call('createNewUser', { as: admin, body: form });
  }
  const { password } = sampleUserForm();
  const ada = await adwarden.signInUser('ada', password);
  const grace = await adwarden.signInUser('grace', password);
  let number = 0;

  /** Returns a page of findings. */
  async function list(as: string, query: Record<string, string | number> = {}) {
    const { status, body, text } = await adwarden.call('getFindings', { as, query });
    expect(status, text).toBe(200);
    for (const row of body.data) finding.parse(row);
    return body as { data: Finding[]; total: number; page: number; pageSize: number };
  }

  return {
    ...adwarden,
    /** Their bearer tokens. */
    admin,
    ada,
    grace,
    list,
    rulesOf: async (as: string, appID: string) =>
      (await list(as, { appID, pageSize: 100 })).data.map(({ rule }) => rule),
    /** Adds a live app that nothing is wrong with, except what `over` says; returns its ID. */
    async addApp(as: string, over: object = {}): Promise<string> {
      number += 1;
      const googleBanner1 = `ca-app-pub-${'7'.repeat(16)}/${String(number).padStart(10, '0')}`;
      const names = { packageName: `com.harbour.app${number}`, accountName: '' };
      const fine = { ...sampleAppForm(names), googleNative1: '', googleBanner1 };
      const answer = await adwarden.call('addApp', { as, body: { ...fine, ...over } });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.appID;
    },
  };
}
