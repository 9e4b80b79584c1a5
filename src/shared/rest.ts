export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface RestRoute {
  method: HttpMethod;
  /** Below `/api`; `:id` stands for the input's field of that name, like any `:name`; the rest of the input is the JSON body. */
  path: string;
  /** Status of a success when it is not 200; 204 has no body. */
  status?: 201 | 204;
  /** Largest JSON body in bytes when it is not {@link defaultBodyLimit}. */
  bodyLimit?: number;
  /** `multipart`: one file in the field `file`, the path's `:id` beside it. `download`: the answer is a file. `stream`: only with `Accept: text/event-stream`. */
  kind?: 'multipart' | 'download' | 'stream';
}

export const defaultBodyLimit = 64 * 1024;

/** A section's content with its two reductions, each character at most 6 bytes of escaped JSON. */
const sectionBodyLimit = 4 * 1024 * 1024;

/**
 * The one table of procedure ↔ method and path. The server's REST adapter and the browser's link both
 * read it; `src/server/rest` makes the compiler check that every procedure has its row.
 */
export const restTable = {
  'health.get': { method: 'GET', path: '/health' },

  'musicCodes.validate': { method: 'POST', path: '/music-codes/validate' },
  'gallery.list': { method: 'GET', path: '/gallery-images' },
  'readers.progress': { method: 'GET', path: '/user/progress' },
  'readers.chooseLevel': { method: 'PATCH', path: '/user/progress' },
  'readers.redeem': { method: 'POST', path: '/redeem-code' },
  'chat.history': { method: 'GET', path: '/chat/history' },
  'chat.forget': { method: 'DELETE', path: '/chat/history', status: 204 },
  'chat.transcript': { method: 'GET', path: '/chat/transcript', kind: 'download' },
  'chat.recap': { method: 'GET', path: '/chat/recap' },
  'chat.suggestions': { method: 'GET', path: '/chat/suggestions' },
  'chat.pending': { method: 'GET', path: '/chat/pending', kind: 'stream' },
  'chat.stop': { method: 'POST', path: '/chat/stop', status: 204 },
  'chat.retry': { method: 'POST', path: '/chat/retry', kind: 'stream' },
  'chat.notice': { method: 'POST', path: '/chat/notice' },
  'chat.send': { method: 'POST', path: '/chat' },
  'chat.stream': { method: 'POST', path: '/chat', kind: 'stream' },

  'sections.list': { method: 'GET', path: '/sections' },
  'sections.create': { method: 'POST', path: '/sections', status: 201, bodyLimit: sectionBodyLimit },
  'sections.update': { method: 'PATCH', path: '/sections/:id', bodyLimit: sectionBodyLimit },
  'sections.delete': { method: 'DELETE', path: '/sections/:id', status: 204 },

  'memoryCards.list': { method: 'GET', path: '/sections/:id/memory-cards' },
  'memoryCards.order': { method: 'POST', path: '/sections/:id/memory-cards/order' },
  'memoryCards.import': {
    method: 'POST',
    path: '/sections/:id/memory-cards/import',
    bodyLimit: 2 * 1024 * 1024,
  },
  'memoryCards.questions': { method: 'GET', path: '/sections/:id/memory-cards/questions' },
  'memoryCards.export': { method: 'GET', path: '/sections/:id/memory-cards/export' },
  'memoryCards.cost': { method: 'GET', path: '/sections/:id/memory-cards/cost' },
  'memoryCards.write': { method: 'POST', path: '/sections/:id/memory-cards/write' },
  'memoryCards.writing': { method: 'GET', path: '/admin/memory-cards' },
  'memoryCards.writeAll': { method: 'POST', path: '/admin/memory-cards' },
  'memoryCards.stopWriting': { method: 'POST', path: '/admin/memory-cards/stop' },
  'memoryCards.retryWriting': { method: 'POST', path: '/admin/memory-cards/retry' },
  'memoryCards.create': { method: 'POST', path: '/memory-cards', status: 201 },
  'memoryCards.update': { method: 'PATCH', path: '/memory-cards/:id' },
  'memoryCards.delete': { method: 'DELETE', path: '/memory-cards/:id', status: 204 },

  'summaries.progress': { method: 'GET', path: '/admin/summaries' },
  'summaries.cancel': { method: 'POST', path: '/admin/summaries/cancel' },
  'summaries.retry': { method: 'POST', path: '/admin/summaries/retry' },
  'summaries.regenerate': { method: 'POST', path: '/sections/:id/summaries/:form/regenerate' },

  'rehearsal.ask': { method: 'POST', path: '/admin/rehearsal' },
  'spoilerCheck.progress': { method: 'GET', path: '/admin/spoiler-check' },
  'spoilerCheck.start': { method: 'POST', path: '/admin/spoiler-check' },
  'spoilerCheck.cancel': { method: 'POST', path: '/admin/spoiler-check/cancel' },

  'unlockCodes.list': { method: 'GET', path: '/unlock-codes' },
  'unlockCodes.create': { method: 'POST', path: '/unlock-codes', status: 201 },
  'unlockCodes.update': { method: 'PATCH', path: '/unlock-codes/:id' },
  'unlockCodes.delete': { method: 'DELETE', path: '/unlock-codes/:id', status: 204 },

  'musicCodes.list': { method: 'GET', path: '/music-codes' },
  'musicCodes.create': { method: 'POST', path: '/music-codes', status: 201 },
  'musicCodes.update': { method: 'PATCH', path: '/music-codes/:id' },
  'musicCodes.delete': { method: 'DELETE', path: '/music-codes/:id', status: 204 },

  'gallery.create': { method: 'POST', path: '/gallery-images', status: 201 },
  'gallery.update': { method: 'PATCH', path: '/gallery-images/:id' },
  'gallery.delete': { method: 'DELETE', path: '/gallery-images/:id', status: 204 },

  'health.model': { method: 'GET', path: '/admin/model' },
  'auth.login': { method: 'POST', path: '/admin/login', status: 204 },
  'auth.logout': { method: 'POST', path: '/admin/logout', status: 204 },
  'auth.session': { method: 'GET', path: '/admin/session' },
  'reference.openApi': { method: 'GET', path: '/admin/openapi.json' },
  'uploads.create': { method: 'POST', path: '/admin/uploads', status: 201, kind: 'multipart' },
  'uploads.overview': { method: 'GET', path: '/admin/uploads' },
  'uploads.delete': { method: 'POST', path: '/admin/uploads/delete', bodyLimit: 1024 * 1024 },
  'media.list': { method: 'GET', path: '/admin/media' },
  'media.replace': { method: 'POST', path: '/admin/media/:id', kind: 'multipart' },
  'media.reset': { method: 'DELETE', path: '/admin/media/:id', status: 204 },
  'backup.status': { method: 'GET', path: '/admin/backup' },
  'backup.mirror': { method: 'GET', path: '/admin/backup/mirror' },
  'backup.database': { method: 'GET', path: '/admin/backup/database', kind: 'download' },
  'backup.files': { method: 'GET', path: '/admin/backup/files', kind: 'download' },
  'restore.check': { method: 'POST', path: '/admin/backup/restore', status: 201, kind: 'multipart' },
  'restore.undo': { method: 'POST', path: '/admin/backup/restore/undo' },
  'restore.discard': { method: 'DELETE', path: '/admin/backup/restore/:id', status: 204 },
  'restore.addFiles': { method: 'POST', path: '/admin/backup/restore/:id/files', kind: 'multipart' },
  'restore.confirm': { method: 'POST', path: '/admin/backup/restore/:id/apply' },
} as const satisfies Record<string, RestRoute>;

export type ProcedureName = keyof typeof restTable;
