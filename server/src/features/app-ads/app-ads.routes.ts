import { hash } from 'node:crypto';
import { accountInAddress, appAdsCalls, appAdsPath } from '@adwarden/contract/app-ads/app-ads';
import { succeed } from '@adwarden/contract/envelope';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { namesTag } from '../../kit/answers/entity-tag.ts';
import type { AppAdsChecks } from './app-ads.check.service.ts';
import type { AppAdsService } from './app-ads.service.ts';

/** Registers the calls about app-ads.txt, and the file of each account, which everybody may read (ADR 59). */
export function appAdsRoutes(
  server: BackOffice,
  { appAds, checks }: { appAds: AppAdsService; checks: AppAdsChecks },
): void {
  server.route({
    method: 'GET',
    url: appAdsPath,
    config: { who: 'anyone', summary: 'The app-ads.txt of an account' },
    schema: { querystring: accountInAddress },
    async handler(request, reply) {
      const text = await appAds.file(request.query.account);
      const tag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
      reply.header('Cache-Control', 'public, max-age=300').header('ETag', tag);
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('text/plain; charset=utf-8').send(text);
    },
  });

  server.route({
    ...contractRoute(appAdsCalls.getAccounts),
    async handler(request) {
      const { items, ...totals } = await appAds.page(request.query);
      return { ...succeed('Accounts', items), ...totals };
    },
  });

  server.route({
    ...contractRoute(appAdsCalls.getAccount),
    handler: async (request) => succeed('Account', await appAds.read(request.params.account)),
  });

  server.route({
    ...contractRoute(appAdsCalls.updateAccount),
    async handler(request) {
      const { account } = request.params;
      const saved = await appAds.update(actorOf(request), account, request.body);
      return succeed('Account saved', saved);
    },
  });

  server.route({
    ...contractRoute(appAdsCalls.checkAppAds),
    handler: async (request) => succeed('Checked', await checks.check(request.body)),
  });
}
