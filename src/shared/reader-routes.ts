import { routesFor } from './rest-route.ts';

const anyone = routesFor('anyone');

/** The rows for readers; their pages download no others. */
export const readerRoutes = {
  'health.get': anyone('GET', '/health'),

  'musicCodes.validate': anyone('POST', '/music-codes/validate'),
  'gallery.list': anyone('GET', '/gallery-images', { revalidate: true }),
  'readers.progress': anyone('GET', '/user/progress'),
  'readers.chooseLevel': anyone('PATCH', '/user/progress'),
  'readers.identifier': anyone('GET', '/user/identifier'),
  'readers.erase': anyone('DELETE', '/user', { status: 204 }),
  'readers.redeem': anyone('POST', '/redeem-code'),
  'readers.devices': anyone('GET', '/user/devices'),
  'readers.handOver': anyone('POST', '/user/devices/code'),
  'readers.join': anyone('POST', '/user/devices'),
  'readers.removeDevice': anyone('DELETE', '/user/devices/:id', { status: 204 }),
  'chat.history': anyone('GET', '/chat/history', { query: ['before'] }),
  'chat.forget': anyone('DELETE', '/chat/history', { status: 204 }),
  'chat.transcript': anyone('GET', '/chat/transcript', { kind: 'download' }),
  'chat.recap': anyone('GET', '/chat/recap', { revalidate: true }),
  'chat.suggestions': anyone('GET', '/chat/suggestions', { revalidate: true }),
  'chat.notes': anyone('GET', '/chat/notes'),
  'chat.forgetNote': anyone('DELETE', '/chat/notes/:id', { status: 204 }),
  'chat.pending': anyone('GET', '/chat/pending', { kind: 'stream' }),
  'chat.stop': anyone('POST', '/chat/stop', { status: 204 }),
  'chat.retry': anyone('POST', '/chat/retry', { kind: 'stream' }),
  'chat.notice': anyone('POST', '/chat/notice'),
  'chat.send': anyone('POST', '/chat'),
  'chat.stream': anyone('POST', '/chat', { kind: 'stream' }),
  'keeping.notice': anyone('GET', '/privacy'),
};
