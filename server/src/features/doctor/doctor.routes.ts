import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { succeed } from '@adwarden/contract/envelope';
import { type BackOffice, contractRoute } from '../../http/route.ts';

export type Examine = () => Promise<SystemCheck[]>;

/** The system check. Requests that come during a check share it. */
export function doctorRoutes(server: BackOffice, { examine }: { examine: Examine }) {
  let examining: Promise<SystemCheck[]> | null = null;
  server.route({
    ...contractRoute(doctorCalls.getSystemChecks),
    async handler() {
      examining ??= examine().finally(() => {
        examining = null;
      });
      return succeed('System check', await examining);
    },
  });
}
