import { defineFeature, type Office } from '../../feature.ts';
import { createJudgeChanged } from './findings.changed.service.ts';
import { type CheckAppDeps, createCheckApp } from './findings.check.service.ts';
import { findingRoutes } from './findings.routes.ts';
import { createFindings } from './findings.service.ts';
import { judgeHereJob } from './judging/here.service.ts';
import type { Judging } from './judging/judging.service.ts';
import { judgeJobs, judgeOutside, judgeSites, type RunDeps } from './judging/run.service.ts';
import { askForRun, isLargeBatchRunning } from './judging/run.store.ts';

/** Mistakes in apps and in the installation (ADR 36). */
export const findings = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build(
    office: Office & { judging: Judging } & Pick<CheckAppDeps, 'requestsByCountry'> &
      Pick<RunDeps, 'writeRequests'>,
  ) {
    const { db, changeLog, clock, logger, judging, requestsByCountry } = office;
    const { requireSecondFactor: required } = office.settings;
    const service = createFindings({ db, changeLog });
    const checkApp = createCheckApp({ db, clock, ...judging, requestsByCountry });
    return {
      gives: {
        findingsByRule: service.countsByRule,
        worstApps: service.worstApps,
        judgeChanged: createJudgeChanged({ db, clock, ...judging }),
        judgeOutside: () => judgeOutside(db, required),
        judgeSites: () => judgeSites(db),
        judgeSoon: askForRun,
      },
      jobs: ({ server, here, readInstallation }) => [
        ...judgeJobs(
          {
            db,
            judging,
            installation: readInstallation,
            required,
            isBatchRunning: () => isLargeBatchRunning(db),
            writeRequests: office.writeRequests,
          },
          logger,
        ),
        judgeHereJob({ db, server, here }),
      ],
      register: (server) => findingRoutes(server, { findings: service, checkApp }),
    };
  },
});
