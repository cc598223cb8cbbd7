import { succeed } from '../envelope.ts';

const factor = {
  id: 'k5x2q7v3y4z6n2ab',
  kind: 'totp',
  name: 'Authenticator app',
  createdAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: '2026-03-02T07:58:00.000Z',
  replacesPassword: false,
  host: null,
  isUsable: true,
};
/** What a browser answers when it has made a passkey; the texts are cut. */
const newPasskey = {
  id: 'Zk1TqPz0aYw4RcU7mNe2Hg',
  rawId: 'Zk1TqPz0aYw4RcU7mNe2Hg',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg',
    transports: ['internal', 'hybrid'],
  },
};
const challenge = 'q1X4b7cVJ2mT0nYwZ8sKd3LhRfPzA6uEoGiCvBxNtQk';
const requestOptions = {
  challenge,
  rpId: 'office.example.com',
  timeout: 300_000,
  userVerification: 'required',
};
const recoveryCodes = ['QT3M-7XKA-2VYB-4LDC-RZ5N-6GHE', 'WJ6P-3SFU-5OIA-7KQX-2BTM-4VYD'];

/** Builds an example of each schema about second factors; `signedIn` is what a sign-in answers. */
export const factorExamples = (signedIn: object) => ({
  SecondFactorForm: { ticket: '1f6b0a9c.…', code: '492039' },
  SecondFactorAccepted: signedIn,
  FactorList: { ...succeed('Second factors', [factor]), recoveryCodesLeft: 9, singleSignOn: false },
  NewTotpAnswer: succeed('Confirm with a code of the authenticator app', {
    id: factor.id,
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Harbour:ada?issuer=Harbour&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  }),
  AddPasskey: { replacesPassword: true },
  NewPasskeyAnswer: succeed('Go on in the browser', {
    id: 'm3q7x2v5y4z6n2ab',
    options: {
      challenge,
      rp: { name: 'Harbour', id: 'office.example.com' },
      user: {
        id: 'dGhpcnR5LXR3byByYW5kb20gYnl0ZXMgb2YgYWRhLi4',
        name: 'ada',
        displayName: 'Ada Harbour',
      },
      pubKeyCredParams: [{ alg: -8, type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      attestation: 'none',
      timeout: 300_000,
    },
  }),
  PasskeyConfirmation: { id: 'm3q7x2v5y4z6n2ab', name: 'Laptop', response: newPasskey },
  PasskeyAsked: succeed('Go on with your passkey', {
    ticket: '1f6b0a9c.…',
    options: requestOptions,
  }),
  Ways: succeed('Ways to sign in', {
    passkeys: true,
    passkeyOrigin: 'https://office.example.com',
    noPasskeys: null,
    singleSignOn: { name: 'Harbour Login', as: ['admin'] },
  }),
  TotpConfirmation: { id: factor.id, code: '492039' },
  ConfirmedFactor: succeed('Authenticator app added', { recoveryCodes }),
  RemovedFactors: succeed('The second factors of Ada Harbour are removed', {
    link: 'https://office.example.com/factor#Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5b8Zk1TqPz0aYw',
    endsAt: '2026-03-02T08:00:00.000Z',
  }),
  AgainForm: { ticket: '1f6b0a9c.…', code: '492039' },
  ConfirmedAgain: {
    ...succeed('Confirmed', null),
    token: 'dGhlIG5leHQgdG9rZW4gb2YgdGhlIHNhbWUgc2Vzc2lvbg',
  },
  NewRecoveryCodes: succeed('New recovery codes', { recoveryCodes }),
});
