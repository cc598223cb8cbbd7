import { createMailer } from '../../../kit/mailer.ts';
import type { BuiltChannel, Channel } from '../../channel.ts';
import { createDigests } from './mail.digest.service.ts';
import { addMailMetrics } from './mail.metrics.ts';
import { mailRoutes } from './mail.routes.ts';
import { createMail } from './mail.service.ts';
import { forgetFailures } from './mail.store.ts';

/** Milliseconds between two checks of a node whether a mail is due. */
const everyMs = 1000;

/** The e-mail channel: once a day, it mails new errors to administrators who want it (ADR 57). */
export const mailChannel: Channel = {
  bounds: { quotas: [], pruning: [] },
  build({ db, settings, metrics, logger, judge }) {
    const { mail: server, companyName, officeAddress: publicUrl } = settings;
    const mailer = server && createMailer(server);
    const hour = server?.hour ?? 0;
    const sender = { companyName, publicUrl };
    const count = addMailMetrics(metrics);
    const register: BuiltChannel['register'] = (office) =>
      mailRoutes(office, { mail: createMail({ db, mailer, sender, hour, judge }) });
    if (!mailer) {
      return {
        register,
        jobs: [],
        prepare: () =>
          forgetFailures(db).catch((error) =>
            logger.warn({ err: error }, 'removing the finding about mails failed'),
          ),
      };
    }
    const digests = createDigests({ db, mailer, sender, hour, count, judge, logger });
    return {
      register,
      jobs: [
        {
          name: 'mails',
          everyMs,
          on: 'each node',
          needs: [],
          work: digests.work,
          words: {
            failing: 'mails wait: the database cannot be read',
            again: 'mails no longer wait',
          },
          stop(end) {
            digests.stop();
            return end();
          },
        },
      ],
    };
  },
};
