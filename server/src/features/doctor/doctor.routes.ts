import { doctorCalls, type SystemCheck } from '@adwarden/contract/doctor';
import { succeed } from '@adwarden/contract/envelope';
import { type BackOffice, contractRoute } from '../../http/route.ts';

export type Doctor = {
  examine: () => Promise<SystemCheck[]>;
  /** Saves what the open database holds, and returns the folder. Refuses (409) while its files are there. */
  saveCopy: () => Promise<string>;
};

/** The system check. Requests that come during a check, or while a copy is made, share it. */
export function doctorRoutes(server: BackOffice, { examine, saveCopy }: Doctor) {
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
}
