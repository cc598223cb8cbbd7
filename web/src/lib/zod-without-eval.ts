import { config } from 'zod';

// zod would try whether it may build functions out of text. The page's policy forbids it, and a
// browser counts the mere trying as a violation.
config({ jitless: true });
