import type { BackOffice } from '../http/route.ts';
import type { ChannelDeps } from '../notifications/channel.ts';
import { channels } from '../notifications/channels.ts';
import { createDescribe } from '../notifications/events/events.describe.service.ts';

/** Builds what tells other programs and people of changes, each in its own way (ADR 57). */
export function composeNotifications(deps: Omit<ChannelDeps, 'describe'>) {
  const { db, settings, logger, judge } = deps;
  const all = channels.map((channel) =>
    channel.build({
      ...deps,
      describe: createDescribe({ db, publicUrl: settings.officeAddress }),
      judge: () =>
        judge().catch((error) =>
          logger.error({ err: error }, 'renewing the findings about channels failed'),
        ),
    }),
  );
  return {
    register(server: BackOffice): void {
      for (const channel of all) channel.register(server);
    },
    jobs: all.flatMap((channel) => channel.jobs),
    /** Does what is needed once, when the jobs begin. */
    prepare: async () => void (await Promise.all(all.map((channel) => channel.prepare?.()))),
  };
}
