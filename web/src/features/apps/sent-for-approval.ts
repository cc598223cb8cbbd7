/** The toast after an edit of an owner whose changes need approval. */
export const sentForApproval =
  'Sent for approval. Nothing changes until an administrator approves it.';
