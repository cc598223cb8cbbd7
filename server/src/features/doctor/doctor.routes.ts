import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { succeed } from '@adwarden/contract/envelope';
import type { RunningOffice } from '../../feature.ts';
import { actorOf } from '../../http/actor.ts';
import { type BackOffice, contractRoute } from '../../http/route.ts';
import { isoTime } from '../../kit/clock.ts';

/** Registers the calls of the system check. Requests that come during a check, or while a copy is made, share it. */
export function doctorRoutes(
  server: BackOffice,
  { examine, saveCopy, acceptTime }: Pick<RunningOffice, 'examine' | 'saveCopy' | 'acceptTime'>,
) {
  let examining: Promise<SystemCheck[]> | null = null;
  let saving: Promise<string> | null = null;
  server.route({
    ...contractRoute(doctorCalls.getSystemChecks),
    async handler() {
      examining ??= examine().finally(() => {
        examining = null;
      });
      return succeed('System check', await examining);
    },
  });
  server.route({
    ...contractRoute(doctorCalls.saveCopy),
    async handler() {
      saving ??= saveCopy().finally(() => {
        saving = null;
      });
      return succeed('Copy saved', { folder: await saving });
    },
  });
  server.route({
    ...contractRoute(doctorCalls.acceptTime),
    async handler(request) {
      const now = await acceptTime(actorOf(request));
      return succeed('Clock accepted', { now: isoTime(now) });
    },
  });
}
