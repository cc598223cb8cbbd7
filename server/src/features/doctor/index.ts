import { defineFeature } from '../../feature.ts';
import { doctorRoutes } from './doctor.routes.ts';

/** The system check. */
export const doctor = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build: () => ({ gives: {}, register: doctorRoutes }),
});
