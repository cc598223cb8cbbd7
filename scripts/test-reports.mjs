/** Counts the tests in Vitest's JSON report. A file that could not be loaded counts as one failed test. */
export function countVitest(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    JSON.parse(report);
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
  };
}

/** Counts the tests in Playwright's JSON report. An error outside of a test counts as one failed test. */
export function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  const { stats, errors } = JSON.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}
