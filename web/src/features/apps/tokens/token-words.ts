/** What happens to phones when their token ends: clients keep their last answer for a day (docs/client-protocol.md). */
export const afterOldToken =
  'Installed copies with an old token keep their last answer for up to 24 hours, and then get no ads.';
