import { readerRoutes } from './reader-routes.ts';
import { routesFor, type RestRoute } from './rest-route.ts';

export const defaultBodyLimit = 64 * 1024;

/** Content and two reductions, each character at most 6 bytes of escaped JSON. */
const sectionBodyLimit = 4 * 1024 * 1024;

/** The largest manuscript as escaped JSON. */
const manuscriptBodyLimit = 48 * 1024 * 1024;

/** 100,000 characters as escaped JSON, and the figures. */
const articleBodyLimit = 1024 * 1024;

const bookBodyLimit = 4 * 1024 * 1024;

/** 10,000 codes with their labels, or as many ids. */
const codesBodyLimit = 4 * 1024 * 1024;

/** The version is in the query, so that the body holds edited fields only. */
const withVersion = { query: ['updatedAt'] } as const;

const anyone = routesFor('anyone');
const author = routesFor('author');

/**
 * Maps each procedure to its method and path, for the server's REST adapter and the client's link.
 * `src/server/api/router.ts` checks at compile time that every procedure has a row.
 */
export const restTable = {
  ...readerRoutes,

  'sections.list': author('GET', '/sections', { revalidate: true }),
  'sections.create': author('POST', '/sections', { status: 201, bodyLimit: sectionBodyLimit }),
  'sections.update': author('PATCH', '/sections/:id', { ...withVersion, bodyLimit: sectionBodyLimit }),
  'sections.delete': author('DELETE', '/sections/:id', { status: 204 }),
  'sections.import': author('POST', '/sections/import', { bodyLimit: manuscriptBodyLimit }),

  'sections.versions': author('GET', '/sections/:id/versions'),
  'sections.version': author('GET', '/sections/:id/versions/:version'),
  'sections.takeBack': author('POST', '/sections/:id/versions/:version'),
  'bin.list': author('GET', '/admin/bin'),
  'bin.restore': author('POST', '/admin/bin/:id'),
  'bin.remove': author('DELETE', '/admin/bin/:id', { status: 204 }),
  'bin.empty': author('DELETE', '/admin/bin', { status: 204 }),

  'memoryCards.list': author('GET', '/sections/:id/memory-cards'),
  'memoryCards.order': author('POST', '/sections/:id/memory-cards/order'),
  'memoryCards.import': author('POST', '/sections/:id/memory-cards/import', { bodyLimit: 2 * 1024 * 1024 }),
  'memoryCards.questions': author('GET', '/sections/:id/memory-cards/questions'),
  'memoryCards.export': author('GET', '/sections/:id/memory-cards/export'),
  'memoryCards.cost': author('GET', '/sections/:id/memory-cards/cost'),
  'memoryCards.write': author('POST', '/sections/:id/memory-cards/write'),
  'memoryCards.writing': author('GET', '/admin/memory-cards'),
  'memoryCards.counts': author('GET', '/admin/memory-cards/counts'),
  'memoryCards.writeAll': author('POST', '/admin/memory-cards'),
  'memoryCards.stopWriting': author('POST', '/admin/memory-cards/stop'),
  'memoryCards.retryWriting': author('POST', '/admin/memory-cards/retry'),
  'memoryCards.create': author('POST', '/memory-cards', { status: 201 }),
  'memoryCards.update': author('PATCH', '/memory-cards/:id', withVersion),
  'memoryCards.delete': author('DELETE', '/memory-cards/:id', { status: 204 }),

  'summaries.progress': author('GET', '/admin/summaries'),
  'summaries.cancel': author('POST', '/admin/summaries/cancel'),
  'summaries.retry': author('POST', '/admin/summaries/retry'),
  'summaries.regenerate': author('POST', '/sections/:id/summaries/:form/regenerate'),

  'rehearsal.ask': author('POST', '/admin/rehearsal'),
  'spoilerCheck.progress': author('GET', '/admin/spoiler-check'),
  'spoilerCheck.start': author('POST', '/admin/spoiler-check'),
  'spoilerCheck.cancel': author('POST', '/admin/spoiler-check/cancel'),

  'unlockCodes.list': author('GET', '/unlock-codes', { revalidate: true }),
  'unlockCodes.create': author('POST', '/unlock-codes', { status: 201 }),
  'unlockCodes.update': author('PATCH', '/unlock-codes/:id', withVersion),
  'unlockCodes.delete': author('DELETE', '/unlock-codes/:id', { status: 204 }),
  'unlockCodes.createMany': author('POST', '/unlock-codes/batch', { status: 201 }),
  'unlockCodes.import': author('POST', '/unlock-codes/import', { bodyLimit: codesBodyLimit }),
  'unlockCodes.deleteMany': author('POST', '/unlock-codes/delete', { bodyLimit: codesBodyLimit }),

  'musicCodes.list': author('GET', '/music-codes', { revalidate: true }),
  'musicCodes.create': author('POST', '/music-codes', { status: 201 }),
  'musicCodes.update': author('PATCH', '/music-codes/:id', withVersion),
  'musicCodes.delete': author('DELETE', '/music-codes/:id', { status: 204 }),
  'musicCodes.createMany': author('POST', '/music-codes/batch', { status: 201 }),
  'musicCodes.import': author('POST', '/music-codes/import', { bodyLimit: codesBodyLimit }),
  'musicCodes.deleteMany': author('POST', '/music-codes/delete', { bodyLimit: codesBodyLimit }),

  'articles.list': author('GET', '/articles'),
  'articles.create': author('POST', '/articles', { status: 201, bodyLimit: articleBodyLimit }),
  'articles.order': author('POST', '/articles/order'),
  'articles.preview': author('POST', '/articles/preview', { bodyLimit: articleBodyLimit }),
  'articles.update': author('PATCH', '/articles/:id', { ...withVersion, bodyLimit: articleBodyLimit }),
  'articles.delete': author('DELETE', '/articles/:id', { status: 204 }),

  'gallery.listAll': author('GET', '/gallery-images/all', { revalidate: true }),
  'gallery.create': author('POST', '/gallery-images', { status: 201 }),
  'gallery.order': author('POST', '/gallery-images/order'),
  'gallery.update': author('PATCH', '/gallery-images/:id', withVersion),
  'gallery.delete': author('DELETE', '/gallery-images/:id', { status: 204 }),

  'book.published': anyone('GET', '/book'),
  'book.excerptText': anyone('GET', '/book/excerpts/:id'),
  'book.get': author('GET', '/admin/book'),
  'book.save': author('PATCH', '/admin/book', { bodyLimit: bookBodyLimit }),
  'book.publish': author('POST', '/admin/book/publish'),
  'book.suspend': author('POST', '/admin/book/suspend'),
  'book.takeBack': author('POST', '/admin/book/versions/:id'),
  'book.preview': author('POST', '/admin/book/preview', { bodyLimit: bookBodyLimit }),
  'book.addRecording': author('POST', '/admin/book/recordings', { status: 201, kind: 'multipart' }),
  'book.addVideo': author('POST', '/admin/book/videos', { status: 201, kind: 'multipart' }),

  'bookPackage.export': author('GET', '/admin/book/package', { query: ['codes'], kind: 'download' }),
  'bookPackage.check': author('POST', '/admin/book/package', { status: 201, kind: 'multipart' }),
  'bookPackage.confirm': author('POST', '/admin/book/package/:id/apply', { status: 204 }),
  'bookPackage.discard': author('DELETE', '/admin/book/package/:id', { status: 204 }),

  'health.model': author('GET', '/admin/model'),
  'health.publishedCodes': author('GET', '/admin/published-codes'),
  'health.refusals': author('GET', '/admin/refusals'),
  'numbers.get': author('GET', '/admin/numbers'),
  'keeping.get': author('GET', '/admin/conversations'),
  'keeping.save': author('PATCH', '/admin/conversations'),
  'keeping.findReader': author('POST', '/admin/conversations/find'),
  'keeping.eraseReader': author('POST', '/admin/conversations/erase', { status: 204 }),
  'modelSettings.get': author('GET', '/admin/model/settings'),
  'modelSettings.save': author('PATCH', '/admin/model/settings'),
  'modelSettings.models': author('POST', '/admin/model/list'),
  'modelSettings.try': author('POST', '/admin/model/try'),
  'siteSettings.get': author('GET', '/admin/settings'),
  'siteSettings.save': author('PATCH', '/admin/settings'),
  'siteSettings.tryBucket': author('POST', '/admin/settings/bucket/try'),
  'siteSettings.saveBucket': author('PATCH', '/admin/settings/bucket'),
  'auth.login': anyone('POST', '/admin/login', { status: 204 }),
  'auth.logout': anyone('POST', '/admin/logout', { status: 204 }),
  'auth.session': anyone('GET', '/admin/session'),
  'auth.loginWithCode': anyone('POST', '/admin/login/code', { status: 204 }),
  'auth.changePassword': author('POST', '/admin/password', { status: 204 }),
  'auth.sessions': author('GET', '/admin/sessions'),
  'auth.setIdle': author('PATCH', '/admin/sessions'),
  'auth.endSession': author('DELETE', '/admin/sessions/:id', { status: 204 }),
  'auth.endSessions': author('POST', '/admin/sessions/end', { status: 204 }),
  'auth.recovery': author('GET', '/admin/recovery-codes'),
  'auth.makeRecovery': author('POST', '/admin/recovery-codes'),
  'passkeys.askToSignIn': anyone('POST', '/admin/login/passkey/options'),
  'passkeys.signIn': anyone('POST', '/admin/login/passkey', { status: 204 }),
  'passkeys.list': author('GET', '/admin/passkeys'),
  'passkeys.askToAdd': author('POST', '/admin/passkeys/options'),
  'passkeys.add': author('POST', '/admin/passkeys', { status: 201 }),
  'passkeys.rename': author('PATCH', '/admin/passkeys/:id'),
  'passkeys.remove': author('DELETE', '/admin/passkeys/:id', { status: 204 }),
  'reference.openApi': author('GET', '/admin/openapi.json'),
  'uploads.create': author('POST', '/admin/uploads', { status: 201, kind: 'multipart' }),
  'uploads.overview': author('GET', '/admin/uploads'),
  'uploads.hold': author('POST', '/admin/uploads/hold', { status: 204 }),
  'uploads.delete': author('POST', '/admin/uploads/delete', { bodyLimit: 1024 * 1024 }),
  'media.list': author('GET', '/admin/media'),
  'media.replace': author('POST', '/admin/media/:id', { kind: 'multipart' }),
  'media.reset': author('DELETE', '/admin/media/:id', { status: 204 }),
  'backup.status': author('GET', '/admin/backup'),
  'backup.mirror': author('GET', '/admin/backup/mirror'),
  'backup.copies': author('GET', '/admin/backup/copies'),
  'backup.makeCopy': author('POST', '/admin/backup/copies', { status: 201 }),
  'backup.database': author('GET', '/admin/backup/database', { kind: 'download' }),
  'backup.files': author('GET', '/admin/backup/files', { kind: 'download' }),
  'restore.check': author('POST', '/admin/backup/restore', { status: 201, kind: 'multipart' }),
  'restore.checkCopy': author('POST', '/admin/backup/restore/copy'),
  'restore.discard': author('DELETE', '/admin/backup/restore/:id', { status: 204 }),
  'restore.entries': author('GET', '/admin/backup/restore/:id/entries', { query: ['search', 'all'] }),
  'restore.entry': author('GET', '/admin/backup/restore/:id/entries/:kind/:entry'),
  'restore.takeEntry': author('POST', '/admin/backup/restore/:id/entries/:kind/:entry'),
  'restore.book': author('GET', '/admin/backup/restore/:id/book'),
  'restore.takeBook': author('POST', '/admin/backup/restore/:id/book', { bodyLimit: bookBodyLimit }),
  'restore.addFiles': author('POST', '/admin/backup/restore/:id/files', { kind: 'multipart' }),
  'restore.confirm': author('POST', '/admin/backup/restore/:id/apply'),
} satisfies Record<string, RestRoute>;

export type ProcedureName = keyof typeof restTable;
