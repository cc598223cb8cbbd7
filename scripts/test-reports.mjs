/** Counts the tests in Vitest's JSON report, and names the files with failures. A file that could not be loaded counts as one failed test. */
export function countVitest(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0, failedFiles: [] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    JSON.parse(report);
  const failed = testResults.filter((file) => file.status === 'failed');
  const unloaded = failed.filter((file) =>
    file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests + numTodoTests,
    failedFiles: [...new Set(failed.map((file) => file.name))],
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
