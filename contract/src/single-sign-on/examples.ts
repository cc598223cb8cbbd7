import { succeed } from '../envelope.ts';

const state = 'b1Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5b8Zk1TqPz0a';
const flow = 'Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5b8Zk1TqPz0aYw';

/** Builds an example of each schema of single sign-on; `signedIn` is what a sign-in answers. */
export const singleSignOnExamples = (signedIn: object) => ({
  SingleSignOn: { as: 'admin' },
  SingleSignOnBegun: succeed('Go on at Harbour Login', {
    url: `https://login.example.com/authorize?client_id=adwarden&state=${state}`,
    flow,
  }),
  SingleSignOnReturn: { code: 'SplxlOBeZQQYbYS6WxSbIA', state, flow },
  SingleSignOnDone: signedIn,
});
