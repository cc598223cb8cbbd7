import { clientNamed } from './clients.ts';
import { conform } from './conform.ts';

conform(clientNamed('java-okhttp'), { ofSameCode: true });
