import { config } from 'zod';

// By default, zod tests whether it may compile code from text. The page's Content-Security-Policy forbids that, and the
// browser reports even the test as a violation.
config({ jitless: true });
