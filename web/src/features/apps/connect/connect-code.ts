import csharp from '../../../../../clients/csharp/README.md?raw';
import java from '../../../../../clients/java/README.md?raw';
import typescript from '../../../../../clients/typescript/README.md?raw';

/** What the code of an app contains. */
export type CodeOf = { address: string; appID: string; authToken: string };

type Language = {
  value: string;
  label: string;
  /** What is done before the code can be pasted. */
  before: string;
  code: (of: CodeOf) => string;
  /** Files of this server, by what they are called. */
  files: { label: string; href: string }[];
};

/** The lines of a README in a language, with an app's own values in the place of the example's. */
function codeIn(readme: string, language: string): Language['code'] {
  const [, lines = ''] = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(readme) ?? [];
  return ({ address, appID, authToken }) =>
    lines
      .replace('https://ads.example.com', () => address)
      .replace('q7m2x5k3v4y6z7ab', () => appID)
      .replace(/(["'])…\1/, (_, quote) => quote + authToken + quote);
}

const filesOf = (name: string, client: string) => [
  { label: `Client for ${client} (zip)`, href: `/clients/adwarden-${name}.zip` },
  { label: 'README', href: `/clients/${name}.md` },
];

const javaBefore =
  'Unpack the client, and copy its folder src/adwarden into your sources; on Android also android/AndroidStorage.java, into the same package. Then, once at the start:';

/** The languages in the order of their tabs. The code is that of the clients' READMEs. */
export const languages: readonly Language[] = [
  {
    value: 'kotlin',
    label: 'Kotlin',
    before: javaBefore,
    code: codeIn(java, 'kotlin'),
    files: filesOf('java', 'Java and Kotlin'),
  },
  {
    value: 'java',
    label: 'Java',
    before: javaBefore,
    code: codeIn(java, 'java'),
    files: filesOf('java', 'Java and Kotlin'),
  },
  {
    value: 'typescript',
    label: 'TypeScript',
    before:
      'Unpack the client, and copy its .ts files into your app, such as into src/adwarden. Then, once at the start:',
    code: codeIn(typescript, 'ts'),
    files: filesOf('typescript', 'TypeScript'),
  },
  {
    value: 'csharp',
    label: 'C#',
    before:
      'Unpack the client, and copy its folder src into your project, in Unity below Assets. Then, once at the start:',
    code: codeIn(csharp, 'csharp'),
    files: filesOf('csharp', 'C#'),
  },
  {
    value: 'http',
    label: 'HTTP',
    before:
      'For every other language: one request, whose answer the app keeps. The protocol says when a client asks again, and what it does without an answer.',
    code({ address, appID, authToken }) {
      const curl = `curl -i '${address}/api/getAds?appID=${appID}&authToken=${authToken}'`;
      return `${curl}\n# Later, with the ETag of that answer; 304: nothing has changed\n${curl} -H 'If-None-Match: "…"'`;
    },
    files: [
      { label: 'The protocol of a client', href: '/clients/protocol.md' },
      { label: 'JSON Schema of the answer', href: '/schemas/ads.json' },
    ],
  },
];
