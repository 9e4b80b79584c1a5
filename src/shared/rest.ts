export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RestRoute {
  /** Who may call. The adapter refuses others from the headers alone; the procedure's own guard refuses them again. */
  access: 'anyone' | 'author';
  method: HttpMethod;
  /** Below `/api`; `:id` stands for the input's field of that name, like any `:name`; the rest of the input is the JSON body. */
  path: string;
  /** Status of a success when it is not 200; 204 has no body. */
  status?: 201 | 204;
  /** Largest JSON body in bytes when it is not {@link defaultBodyLimit}. */
  bodyLimit?: number;
  /** `multipart`: one file in the field `file`, the path's `:id` beside it. `download`: the answer is a file. `stream`: only with `Accept: text/event-stream`. */
  kind?: 'multipart' | 'download' | 'stream';
  /** The answer is unchanging: it carries an `ETag`, and who has it already (`If-None-Match`) gets a 304. */
  revalidate?: true;
}

export const defaultBodyLimit = 64 * 1024;

/** A section's content with its two reductions, each character at most 6 bytes of escaped JSON. */
const sectionBodyLimit = 4 * 1024 * 1024;

/**
 * The one table of procedure ↔ method and path. The server's REST adapter and the browser's link both
 * read it; `src/server/api/rest/routes.ts` makes the compiler check that every procedure has its row.
 */
export const restTable = {
  'health.get': { access: 'anyone', method: 'GET', path: '/health' },

  'musicCodes.validate': { access: 'anyone', method: 'POST', path: '/music-codes/validate' },
  'gallery.list': { access: 'anyone', method: 'GET', path: '/gallery-images', revalidate: true },
  'readers.progress': { access: 'anyone', method: 'GET', path: '/user/progress' },
  'readers.chooseLevel': { access: 'anyone', method: 'PATCH', path: '/user/progress' },
  'readers.redeem': { access: 'anyone', method: 'POST', path: '/redeem-code' },
  'chat.history': { access: 'anyone', method: 'GET', path: '/chat/history' },
  'chat.forget': { access: 'anyone', method: 'DELETE', path: '/chat/history', status: 204 },
  'chat.transcript': { access: 'anyone', method: 'GET', path: '/chat/transcript', kind: 'download' },
  'chat.recap': { access: 'anyone', method: 'GET', path: '/chat/recap', revalidate: true },
  'chat.suggestions': { access: 'anyone', method: 'GET', path: '/chat/suggestions', revalidate: true },
  'chat.pending': { access: 'anyone', method: 'GET', path: '/chat/pending', kind: 'stream' },
  'chat.stop': { access: 'anyone', method: 'POST', path: '/chat/stop', status: 204 },
  'chat.retry': { access: 'anyone', method: 'POST', path: '/chat/retry', kind: 'stream' },
  'chat.notice': { access: 'anyone', method: 'POST', path: '/chat/notice' },
  'chat.send': { access: 'anyone', method: 'POST', path: '/chat' },
  'chat.stream': { access: 'anyone', method: 'POST', path: '/chat', kind: 'stream' },

  'sections.list': { access: 'author', method: 'GET', path: '/sections', revalidate: true },
  'sections.create': {
    access: 'author',
    method: 'POST',
    path: '/sections',
    status: 201,
    bodyLimit: sectionBodyLimit,
  },
  'sections.update': {
    access: 'author',
    method: 'PATCH',
    path: '/sections/:id',
    bodyLimit: sectionBodyLimit,
  },
  'sections.delete': { access: 'author', method: 'DELETE', path: '/sections/:id', status: 204 },

  'memoryCards.list': { access: 'author', method: 'GET', path: '/sections/:id/memory-cards' },
  'memoryCards.order': { access: 'author', method: 'POST', path: '/sections/:id/memory-cards/order' },
  'memoryCards.import': {
    access: 'author',
    method: 'POST',
    path: '/sections/:id/memory-cards/import',
    bodyLimit: 2 * 1024 * 1024,
  },
  'memoryCards.questions': { access: 'author', method: 'GET', path: '/sections/:id/memory-cards/questions' },
  'memoryCards.export': { access: 'author', method: 'GET', path: '/sections/:id/memory-cards/export' },
  'memoryCards.cost': { access: 'author', method: 'GET', path: '/sections/:id/memory-cards/cost' },
  'memoryCards.write': { access: 'author', method: 'POST', path: '/sections/:id/memory-cards/write' },
  'memoryCards.writing': { access: 'author', method: 'GET', path: '/admin/memory-cards' },
  'memoryCards.writeAll': { access: 'author', method: 'POST', path: '/admin/memory-cards' },
  'memoryCards.stopWriting': { access: 'author', method: 'POST', path: '/admin/memory-cards/stop' },
  'memoryCards.retryWriting': { access: 'author', method: 'POST', path: '/admin/memory-cards/retry' },
  'memoryCards.create': { access: 'author', method: 'POST', path: '/memory-cards', status: 201 },
  'memoryCards.update': { access: 'author', method: 'PATCH', path: '/memory-cards/:id' },
  'memoryCards.delete': { access: 'author', method: 'DELETE', path: '/memory-cards/:id', status: 204 },

  'summaries.progress': { access: 'author', method: 'GET', path: '/admin/summaries' },
  'summaries.cancel': { access: 'author', method: 'POST', path: '/admin/summaries/cancel' },
  'summaries.retry': { access: 'author', method: 'POST', path: '/admin/summaries/retry' },
  'summaries.regenerate': {
    access: 'author',
    method: 'POST',
    path: '/sections/:id/summaries/:form/regenerate',
  },

  'rehearsal.ask': { access: 'author', method: 'POST', path: '/admin/rehearsal' },
  'spoilerCheck.progress': { access: 'author', method: 'GET', path: '/admin/spoiler-check' },
  'spoilerCheck.start': { access: 'author', method: 'POST', path: '/admin/spoiler-check' },
  'spoilerCheck.cancel': { access: 'author', method: 'POST', path: '/admin/spoiler-check/cancel' },

  'unlockCodes.list': { access: 'author', method: 'GET', path: '/unlock-codes', revalidate: true },
  'unlockCodes.create': { access: 'author', method: 'POST', path: '/unlock-codes', status: 201 },
  'unlockCodes.update': { access: 'author', method: 'PATCH', path: '/unlock-codes/:id' },
  'unlockCodes.delete': { access: 'author', method: 'DELETE', path: '/unlock-codes/:id', status: 204 },

  'musicCodes.list': { access: 'author', method: 'GET', path: '/music-codes', revalidate: true },
  'musicCodes.create': { access: 'author', method: 'POST', path: '/music-codes', status: 201 },
  'musicCodes.update': { access: 'author', method: 'PATCH', path: '/music-codes/:id' },
  'musicCodes.delete': { access: 'author', method: 'DELETE', path: '/music-codes/:id', status: 204 },

  'gallery.create': { access: 'author', method: 'POST', path: '/gallery-images', status: 201 },
  'gallery.update': { access: 'author', method: 'PATCH', path: '/gallery-images/:id' },
  'gallery.delete': { access: 'author', method: 'DELETE', path: '/gallery-images/:id', status: 204 },

  'health.model': { access: 'author', method: 'GET', path: '/admin/model' },
  'auth.login': { access: 'anyone', method: 'POST', path: '/admin/login', status: 204 },
  'auth.logout': { access: 'anyone', method: 'POST', path: '/admin/logout', status: 204 },
  'auth.session': { access: 'anyone', method: 'GET', path: '/admin/session' },
  'reference.openApi': { access: 'author', method: 'GET', path: '/admin/openapi.json' },
  'uploads.create': {
    access: 'author',
    method: 'POST',
    path: '/admin/uploads',
    status: 201,
    kind: 'multipart',
  },
  'uploads.overview': { access: 'author', method: 'GET', path: '/admin/uploads' },
  'uploads.delete': {
    access: 'author',
    method: 'POST',
    path: '/admin/uploads/delete',
    bodyLimit: 1024 * 1024,
  },
  'media.list': { access: 'author', method: 'GET', path: '/admin/media' },
  'media.replace': { access: 'author', method: 'POST', path: '/admin/media/:id', kind: 'multipart' },
  'media.reset': { access: 'author', method: 'DELETE', path: '/admin/media/:id', status: 204 },
  'backup.status': { access: 'author', method: 'GET', path: '/admin/backup' },
  'backup.mirror': { access: 'author', method: 'GET', path: '/admin/backup/mirror' },
  'backup.database': { access: 'author', method: 'GET', path: '/admin/backup/database', kind: 'download' },
  'backup.files': { access: 'author', method: 'GET', path: '/admin/backup/files', kind: 'download' },
  'restore.check': {
    access: 'author',
    method: 'POST',
    path: '/admin/backup/restore',
    status: 201,
    kind: 'multipart',
  },
  'restore.undo': { access: 'author', method: 'POST', path: '/admin/backup/restore/undo' },
  'restore.discard': { access: 'author', method: 'DELETE', path: '/admin/backup/restore/:id', status: 204 },
  'restore.addFiles': {
    access: 'author',
    method: 'POST',
    path: '/admin/backup/restore/:id/files',
    kind: 'multipart',
  },
  'restore.confirm': { access: 'author', method: 'POST', path: '/admin/backup/restore/:id/apply' },
} as const satisfies Record<string, RestRoute>;

export type ProcedureName = keyof typeof restTable;
