import { z } from 'zod';
import type { Db } from '../db/schema.ts';
import type { BackOffice } from '../http/route.ts';
import { namesTag } from '../kit/answers/entity-tag.ts';
import { notFound } from '../kit/app-error.ts';
import { readIcon } from './icons.store.ts';

const fileName = /^([0-9a-f]{64})\.webp$/;

/**
 * Serves icons publicly. They may be cached for ever, because the name is the hash of the content (ADR 28 "Icons"). An
 * unused icon is kept while the log of changes refers to it, so that it can be restored.
 */
export function iconRoutes(server: BackOffice, { db }: { db: Db }): void {
  server.route({
    method: 'GET',
    url: '/icons/:file',
    config: { who: 'anyone', summary: 'An icon (WebP) by the path that an app answers' },
    schema: { params: z.object({ file: z.string() }) },
    handler: async (request, reply) => {
      const hash = fileName.exec(request.params.file)?.[1];
      const bytes = hash ? await readIcon(db, hash) : null;
      if (!bytes) throw notFound('Icon');
      const tag = `"${hash}"`;
      reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .header('ETag', tag)
        .header('X-Content-Type-Options', 'nosniff')
        // The web app may have another origin than the API.
        .header('Cross-Origin-Resource-Policy', 'cross-origin');
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply
        .type('image/webp')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
  });
}
