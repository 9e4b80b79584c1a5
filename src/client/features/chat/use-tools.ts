import { useMemo } from 'react';
import { readerRoutes } from '#shared/reader-routes.ts';
import { addressOf } from '#client/addresses.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { conversation } from './conversation-store.ts';
import { progressBadge } from './format.ts';
import { broadcastChange } from './tabs.ts';

export function useTools() {
  const utils = trpc.useUtils();
  return useMemo(() => {
    const print = (text: string, speaker: 'assistant' | 'system' = 'system') =>
      conversation.print(text, speaker, utils.chat.history.getData()?.messages);
    /** Says `failure`, where the server gives no reason of its own. */
    const attempt = async (failure: string, act: () => Promise<void>) => {
      try {
        await act();
      } catch (error) {
        showToast({
          title: 'COMANDO NON RIUSCITO',
          description: errorMessage(error, failure),
          tone: 'destructive',
        });
      }
    };
    const refresh = () => Promise.all([utils.chat.history.invalidate(), utils.chat.suggestions.invalidate()]);

    return {
      print,
      help: (unknown?: string) =>
        attempt('L’elenco dei comandi non arriva.', async () => {
          print((await import('./command-help.ts')).helpText(unknown));
        }),
      recap: () =>
        attempt('Il riassunto non arriva.', async () => {
          print((await utils.client.chat.recap.query()).response, 'assistant');
        }),
      download() {
        const link = document.createElement('a');
        link.href = addressOf(readerRoutes['chat.transcript']);
        link.download = '';
        link.click();
      },
      forget: () =>
        attempt('La conversazione non è stata cancellata.', async () => {
          await utils.client.chat.forget.mutate();
          conversation.clear();
          broadcastChange('conversation');
          await refresh();
          print('CONVERSAZIONE CANCELLATA.');
        }),
      eraseMe: () =>
        attempt('Non è stato cancellato niente.', async () => {
          await utils.client.readers.erase.mutate();
          conversation.clear();
          broadcastChange('level');
          await Promise.all([refresh(), utils.readers.invalidate()]);
          print('DI TE NON RESTA NIENTE. I CODICI CHE HAI SI POSSONO USARE DI NUOVO.');
        }),
      chooseLevel: (level: number) =>
        attempt('Il livello non è cambiato.', async () => {
          const progress = await utils.client.readers.chooseLevel.mutate({ maxSection: level });
          utils.readers.progress.setData(undefined, progress);
          conversation.clear();
          broadcastChange('level');
          await refresh();
          print(
            progress.reached === undefined
              ? `LIVELLO ${progressBadge(progress.maxSection)}: TUTTO CIÒ CHE HAI SBLOCCATO.`
              : `RILETTURA DA ${progressBadge(progress.maxSection)}. I MESSAGGI DI LIVELLI PIÙ ALTI TORNANO QUANDO RISALI: /livello ${progress.reached}.`,
          );
        }),
    };
  }, [utils]);
}
