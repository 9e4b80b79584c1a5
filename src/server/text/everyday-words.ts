import { LRUCache } from 'lru-cache';
import { lazy } from '#shared/lazy.ts';
import { fold, isStopWord, stem } from './italian.ts';

/**
 * Words of everyday Italian. That one of them occurs first in a locked section spoils nothing: whoever
 * speaks of anything at all uses them. Irregular forms stand beside their word, because stems keep them apart.
 */
const everyday = `
  abbaiare abbandonare abbassare abbastanza abbracciare abbraccio abitare abito abituato abitudine accanto accendere
  accese acceso accettare accettato accidenti accompagnare accorgere accorse accorto accostare acido acqua adagio adatto
  addio addormentare addosso adoperare adulto aereo affacciare affamato affare affatto afferrare affetto affidare
  affinché affogare affrontare aggiungere aggiunse aggiunto aggiustare aggrappare agire agitare agosto ahimè aiutante
  aiutare aiuto ala alba albero alcol alcool alcuno alfabeto allegria allegro alloggio allontanare allora allungare
  almeno alta altezza alto altresì altrettanto altrimenti altroché altrove alza alzare alzi alzo amare amaro ambiente
  ambizione amica amicizia amico ammazzare ammettere amore ampio analogo andare andato andava andavano andavo andiamo
  andrai andranno andrebbe andremo andrà andrò angolo anima animale anno annoiare annusare antenna antico anzi anziano
  anzitutto ape aperse aperto appare apparire apparso appartamento appartenere apparve appena appendere appeso appetito
  appiccicare appoggiare apposta apprendere apprendista appunto apre aprile aprire aprì arancia arancione archivio
  argomento aria arma armadio arrabbiare arrabbiato arrampicare arrendere arretrare arrivare arrivederci arrivo
  arrossire arrostire arrugginito arte articolo artigiano asciugare asciutto ascoltare aspetta aspettare aspetto
  assaggiare assai asse assente assestare assicurare assieme assomigliare assurdo astuccio attaccare attacco attendere
  attento attenzione attesa attimo attivo atto attorcigliare attorno attraversare attraverso attrezzo attuale aumentare
  autore autunno avanti avanzare avvenire avventura avvenuto avvertire avviare avvicinare avvisare avviso avvitare
  avvolgere avvolto azione azzurro babbo baciare bacio badare bagagli bagliore bagnare bagnato bagno bah balcone ballare
  bambina bambino banca banco banda bandiera bar barba barca barcollare base bassa basso bastare bastone battaglia
  battere batteria battezzare batticuore battuta begli beh bei bel bella belle bellezza belli bello benché bene
  benissimo benvenuto bere berretto bestia bevanda beve bevi beviamo bevo bevuto bevve bianca bianco bicchiere
  bicicletta biglietto bilancia bimbo biologia bisbiglio biscotto bisogno bistecca bloccare blocco blu bocca bolla
  bollire borbottare bordo borraccia borsa bosco bottega bottegaio bottiglia bottone braccia braccio branco bravo breve
  brillare brina brivido brodo brontolare brrr bruciare bruno brutto buca buccia buco bugia buio bullone buon buona
  buonanotte buonasera buongiorno buono burro bussare buttare caccia cacciare cacciatore cacciavite cacciò cadde cade
  cadere caduto caffè calare calcio calcolo calda caldo calendario calma calmo calore calpestare calza calzare calzini
  cambiare cambio camera camicia caminetto camion camminare cammino campagna campana campanile campo canale cancellare
  candela cane cantare cantiere cantina canto canzone capace capelli capello capire capisce capisci capisco capiscono
  capitare capito capitolo capo cappello cappotto cappuccio capra carabiniere carattere carbone carezza caricare carico
  carne caro carovana carro carta cartello cartone casa cascare caso caspita cassa cassetta cassetto castello catena
  cattivo causa cavalcare cavallo caverna cavo cena cenere centinaio cento centro cera cercare cerniera certamente
  certezza certo cervello cervo cespuglio chiacchiera chiacchierare chiamare chiaro chiave chiedere chiedo chiesa chiese
  chiesero chiesi chiesto chilo chilometro chimica chinare chiodo chissà chitarra chiudere chiunque chiusa chiuse chiuso
  ciao cibo cicatrice cieco cielo ciliegia cima cinema cioè circa circolo circuito cisterna citare cittadino città
  classe cliente clima coccio coda codesto codice cogliere coincidenza colazione colei colla collaborare collana collare
  collega collegare collina collo colonna colore coloro colpa colpire colpo colse coltello colto colui comandare comando
  combattere cominciare commercio commettere commuovere comodo compagna compagnia compagno compassione compito completo
  complicato complimento comportare comprare comprendere compreso comune comunità comunque concedere conchiglia
  concludere condizione condotto condurre confermare confessare confine confondere confronto confuse confuso congelare
  conobbe conoscere conosciuto conosco consegnare conservare considerare consigliare consiglio consumare contadino
  contare contatto contenere contento contiene continuare continuo conto contrario contrasto controllare controllo
  convincere convinto coperchio coperta coperto coppa coppia copre coprire coraggio corda cornice corpo correggere
  corrente correre corretto corridoio corsa corse corso corta corteccia cortile corto coscienza costa costare costei
  costo costola costoro costretto costringere costruire costui cotone cotto cranio cratere creare crebbe credere credimi
  credo crepa crescere cresciuto crosta crudo cucchiaio cucina cucinare cucire cuffia cuocere cuore cura curare
  curiosità curioso cuscino daccapo dado dai danno danza dappertutto dare data dato dava davano davanti davvero debito
  debole debolezza decidere decise decisione deciso dedicare dente dentro deposito deriva derubare descrivere deserto
  desiderare desiderio destino destra destro detrito dettaglio detto deve devi devo devono dia diario dice dicendo
  dicesse dicessero dicessi diceva dicevano dicevo dici diciamo dico dicono diede diedi dietro difendere difesa
  differente differenza difficile difficoltà diffidare dimenticare diminuire dimmelo dimmi dimostrare dintorni dio
  dipendere dipinto dire direbbe direi direttore diritto dirla dirlo dirmi dirti disastro discorso discutere disegnare
  disegno disgrazia disordine disperato dispetto dispiace dispiacere disporre disse dissero dissi distante distanza
  distendere disteso distinguere distratto distruggere distrutto dita dito divano diventare diverso divertente
  divertimento divertire dividere divieto divisa diviso dizionario dobbiamo dogana dolce dolore domanda domandare domani
  domenica dondolare donna doppio dorme dormire dormo dorso dove dovere doveva dovevo dovrai dovrebbe dovrei dovresti
  dovrà dovuto dozzina dritto dubbio dubitare durante durare duro dà ebbene ebbrezza ebollizione eccellenza eccetto
  eccezione eccoci eccola eccolo eccomi eccoti eco educato effetto ehi elegante elenco elettricità elettrico elettronico
  emozione energia enigma enorme entrambi entrare entrata epoca eppure equilibrio erba errore esagerare esame
  esattamente esatto esce escludere esco escono esempio esercizio esistere esitare esperienza esperimento esperto
  esplorare esporre espressione est estate estremo eterno etichetta età euro evidente evitare evviva fabbrica faccenda
  faccende faccia facciamo facciate facendo facesse facessero facessi facevamo facile facilmente fagotto falegname falso
  fame famiglia familiare famoso fango fantasia fantasma faranno farebbe farei faremo faresti farina faro fascia
  fastidio fatica faticare fatidico fattoria favola favore fazzoletto febbraio febbre fedele felice felicità felpa
  ferire ferita ferito fermare fermarsi fermo feroce ferro ferrovia fessura festa fetta fiaba fiamma fiammifero fianco
  fiato fidare fidarsi fiducia figlia figlio figura figurarsi figurati fila film filo filosofia filtrare filtro finale
  finalmente finché fine finestra finestrino fingere finire finisce finisco finiscono finito finora finto fiocco fionda
  fiore fischiare fischiettare fischio fisica fissare fisso fiume fiutare foglia foglio folla fondo forare forbici
  forchetta foresta forma formaggio formare formica forno forse forte fortuna fortunato forza fossa foto fotografia
  fotografo fragile frana frase fratello fredda freddo frenare freno frequenza fresco fretta friggere frigorifero fronte
  frontiera frutta frutto fucile fuga fuggire fulmine fumare fumo funziona funzionare fuoco fuori furbo fusibile futuro
  gabbia galleria gallina gallo galoppare gamba gancio gara gatto gelare gelato gelido gelo gelosia generale genere
  generoso genitori gennaio gente gentile geografia gesto gettare ghiacciato ghiaccio ghiaia giacca giacché giacere
  giallo giardino ginepro ginocchia ginocchio ginocchioni giocare gioco gioia giornale giornata giorno giostra giovane
  gioventù girare giro gita giudicare giudizio giugno giungere giunse giunto giurare giustizia giusto giù gliela gliele
  glieli glielo gliene goccia gocciolare gola gomito gomitolo gomma governo gradino grado gran grande grandi grandine
  grano grasso gratis grattare grave gravità grazie grembo gridare grigio grosso grotta gru gruppo guadagnare guadagno
  guai guaio guancia guanto guardare guardia guarire guaritore guasto guerra guida guidare guscio gusto idea identico
  ieri igiene ignorare illudere imballaggio imbarazzo imbarco imboccare imbuto immaginare immagine immenso imparare
  impazzire impedire impegno impianto impiccare impiegare importante importanza importare impossibile impressione
  impronta improvvisamente improvviso impulso incastrare incerto inchino inchiostro inciampare incidente inclinare
  incollare incominciare incontrare incontro incrociare incrocio incubo indicare indietro indirizzo indizio indossare
  indovinare infanzia infatti inferiore infilare infine ingannare inganno ingegnere inghiottire ingoiare ingranaggio
  ingresso iniziare iniziativa inizio innamorare innocente inoltre inquieto insalata insegnare inseguire insetto insieme
  insistere insomma intanto intelligente intendere intenzione interessante interessare interesse interno intero
  intervallo inteso intorno intuire inutile invano inventare inverno inverso inviare invidia invitare invito isola
  istante istinto istruzione labbra labbro lacrima ladro laggiù lago lamentare lamento lamiera lampada lampadina
  lampione lampo lana lanciare lanterna larga largo lasciare lassù lastra lato latta latte lavagna lavare lavorare
  lavoro leccare legaccio legare legge leggere leggero leggi leggo leggono legna legname legnata legno lentamente lento
  lenzuolo lesse lettera letto lettore lettrice lettura leva levare lezione liberare libero libertà libreria libro
  lievito limite linea lingua liscio lista litigare litro livello locale lontananza lontano lotta lottare luccicare
  lucciola luce lucertola lucidare lucido luglio luna lunedì lunga lungo luogo lupo lusso macchia macchina macchinista
  macché madre maestra maestro magari magazzino maggio maggiore magia maglia magro maiale mal malato malattia male
  maledetto malgrado malinconia mamma mancanza mancare mancia mandare mangiare mani manica manico maniera mannaggia mano
  manopola mantello mantenere manuale manutenzione mappa marca marcia marciare mare marea margine marinaio marito
  martedì martello marzo maschera maschio massimo matassa matita matrimonio mattina mattinata mattino matto mattone
  maturo mazza meccanico medaglia medesimo media medicina medico meglio mela memoria mensola mente mentire mento
  menzogna mercato merenda meritare merito mese messaggio messo mestiere metallo metodo metro mette mettere metti metto
  metà mezzanotte mezzi mezzo mezzogiorno microfono miele migliaio migliorare migliore mila milione minestra miniera
  minimo minore minuto miracolo miscela mischiare mise miseria misi mistero misura misurare mite mobile moda modo moglie
  molla momento mondo moneta montagna montare monte morbido mordere morire morsetto morta morte morto mosca mossa mosse
  mosso mostrare motivo motore movimento mucchio mugnaio mulino mulo muore muove muovere muro museo musica muso mutare
  muto nacque nascere nascita nascondere nascose nascosto naso nastro natale nato natura naturale naturalmente naufragio
  nave neanche nebbia necessario negare negozio nemico nemmeno neppure nera nero nervo nervoso neve nevicare nido niente
  nipote nobile noce nodo noia noioso nome nominare nonna nonno nonostante nord normale nossignore nostalgia nota notaio
  notare notizia notte notturno novembre novità nube nuca nudo numero nuotare nuotata nuova nuovo nuvola nuvoloso
  obbedire obbligare oca occasione occhi occhiali occhiata occhio occorrere occupare occupato odiare odio odore
  offendere offerto offesa officina officine offre offrire oggetto oggi ognuno ohi ohimè olio oltre olà ombra onda onde
  onesto onore opera operaio opinione opporre opposto orario ordinare ordine orecchie orecchio orgoglio origine
  orizzonte orlo orma ormai oro orologio orrore orso orto osare ospedale ospite ossa osservare ossia ossigeno osso
  ostacolo oste osteria ottenere ottimista ottimo ottobre ottone ovest ovunque ovvero ozio pacco pace padre padrone
  paese pagare pagato pagina paglia pagliaccio pagnotta paio pala palazzo palla pallido palmo palo palpare palude panca
  pancia pane panino pannello panno pantaloni papà pare parecchio parente parere parete pareva pari parlare parola parte
  partenza partire partita parve passaggio passare passato passeggero passeggiare passeggiata passerella passero
  passione passo pasta pasto patata patente patto paura pausa pavimento paziente pazienza pazzo peccato pecora pelle
  pelliccia pelo pena pendere penna pensare pensiero pensione pentire pentola pera perciò perdere perdita perdonare
  perdono perduto perfetto pericolo pericoloso periodo permesso permettere perno perse perso persona personaggio
  pertanto pesante pesare pescare pescatore pesce peso pessimo pestare pettine petto pezzetto pezzo piace piacere
  piaciuto piacque pian pianeta piangere piano pianse pianta piantare pianto pianura piatto piazza picchiare piccolo
  piede piegare piena pieno pietra pietà pigliare pigro pilota pinna pinza pioggia piove piovere pipa pista pistone
  pittura piuma piuttosto plastica poesia poeta poiché polizia pollice polmone polso polvere pomeriggio pomo ponte
  popolo porco porgere porta portare porto porzione posare possedere possiamo possibile possibilità posso possono
  posteriore posto potente potere poteva potevo potrai potrebbe potrei potresti potrà potrò potuto povero pozzo pranzo
  pratica pratico prato precipitare precisamente preciso predicare predire preferire pregare preghiera prego premere
  premio prendere prendo preoccupare preoccupato preparare prese presentare presente presepe presi preso pressappoco
  pressione prestare presto prete pretendere prezioso prezzo prigione prima primavera prime primi primo principe
  principio privato probabile probabilmente problema procedere prodotto produrre professore profondo profumo progetto
  programma promessa promesso promettere promise pronto proporre proposito proposta propri propria proprie proprio
  proseguire proteggere prova provare proverbio provocare prudente pubblico pugno pulcino pulire pulisce pulisco
  puliscono pulito pungere punire punta puntare punto puntuale puoi pupazzo puro purtroppo puzza può quaderno quadrante
  quadrato quadro quaggiù qualcun qualità qualsiasi qualunque quantità quartiere quarto quassù quattrino questione
  quieto quindici quotidiano rabbia rabbrividire raccogliere raccolse raccolto raccontare racconto radice radio radunare
  raffica ragazza ragazzo raggio raggiungere raggiunto ragionare ragione rallentare rame ramo rampa rana rapido rapina
  rapporto raro raschiare re reagire reale recinto recupero regalare regalo regge reggere regina registro regno regola
  regolare religione relè rendere rese resina resistenza reso respirare respiro restare resto rete retta riccio ricco
  ricerca ricevere ricevuto richiamare richiedere ricominciare riconoscere ricordare ricordo ride ridere ridicolo
  riempire rientrare riesce riesco rifare rifiutare riflettere riga riguardare rimandare rimane rimanere rimango rimase
  rimasto rimbalzare rimbombo rimedio rimettere rimorso rimpianto rincorrere ringhiera ringraziare rinvio riparare
  riparazione riparo ripartire ripetere ripido riposare riposo riprendere riprese ripreso risalire riscaldare rischiare
  rischio rise riservare riso risolvere risparmiare rispettare rispetto rispondere rispondo rispose risposta risposto
  ritardo ritirare ritmo ritornare ritorno ritratto ritrovare riunione riunire riuscire riuscito riva rivedere rivolgere
  roba romanzo rompere rosa rossa rosso rotaia rotolare rotolo rotondo rotta rotto rovesciare rovescio rovina rovinare
  rubacchiare rubare rude ruga ruggine rumore rumoroso ruota ruotare ruppe ruscello russare sa sabato sabbia sabbioso
  sacca sacco sacrificio saggio sai sala salato saldare saldatore saldo sale salgo salire salita saltare salto salutare
  salute saluto salvare salvo sangue sanno sano santo sapere sapeva sapevi sapevo sapore sappiamo saprei saprò saputo
  sassata sasso sbadigliare sbadiglio sbagliare sbagliato sbaglio sbarra sbattere sbiadito sbucare scaffale scaglia
  scala scalciare scaldare scalino scambiare scambio scappare scaricare scarico scarpa scarso scarto scatola scatto
  scegliere scelse scelta scelto scena scende scendere scese sceso scheda scheggia scheletro schema schermo scherzare
  scherzo schiaffo schiena schiuma scialle sciare sciarpa scintilla scintillare sciocco sciogliere sciolse sciolto
  scivolare scodella scolpire scommettere scomodo scomparire scomparso scomparve sconosciuto scoperta scoperto scopo
  scopre scoprire scorciatoia scordare scorgere scorrere scorse scorso scorta scorto scorza scossa scosse scosso
  scricchiolare scrisse scritto scrittore scrive scrivere scrivo scrupolo scuola scuotere scuro scusa scusami scusare
  sdraiare secchio secco secolo secondo sedere sedia seduto sega segatura seggiola segnale segnare segno segreto
  seguente seguire seguito sella sellino selvatico seme seminare semplice semplicemente sensazione senso sensore sente
  senti sentiero sentimento sentinella sentire sentito sento sentore sentì separare seppe sera serata serbatoio sereno
  seriamente serio serra serrare serratura serve servire servizio sesto setaccio sete settembre settentrione settimana
  sezione sfera sfida sfidare sfilare sfiorare sfortuna sforzo sfregare sfuggire sfumatura sgabello sguardo siccome
  sicuramente sicurezza sicuro siede sigaretta significare significato signor signora signore silenzio silenzioso simile
  simpatico singolo sinistra sinistro sintesi sirena sissignore sistema situazione slacciare slitta smesso smettere
  smetto smise smontare so soccorrere soccorso sofferto soffiare soffio soffitto soffrire sognare sogno sola solco
  soldato soldi sole solido solitario solito sollevare soluzione somigliare sommare sonno sono sopportare sopra sordo
  sorella sorgere sorprendere sorpresa sorpreso sorridere sorrise sorriso sorte sorvegliare sospeso sospetto sospirare
  sosta sostanza sostenere sotterraneo sottile sotto sottovoce spaccare spago spalancare spalla sparare spargere sparire
  sparo sparì spaventare spavento spazio spazzare specchiare specchio speciale specie spegne spegnere spendere spense
  spento speranza sperare sperduto spesa speso spesse spesso spettacolo spezzare spia spiaggia spianare spiccare
  spiegare spiegazione spiffero spigolo spina spingere spinse spinto spiraglio spirito splendido spogliare sponda sporco
  sporgere sportello sposa sposare spruzzare spugna squadra squillare staccare staffa stagione stagno stalla stamani
  stamattina stampa stampella stancare stanchezza stanco stanotte stanza starei starà starò stasera stavolta stazione
  stella stendere stese steso stessi stesso stile stivale stivare stoffa stomaco stoppa storia storto stracciare
  straccio strada straniero strano strappare strato strega stretta stretto strillare stringa stringere strinse striscia
  strisciare strofa strofinare strozzare strumento studente studiare studio stufa stufo stupendo stupido stupire subire
  succedere successe successo sud sudare sudore suggerire suola suonare suono superare superficie superiore suppongo
  supporre supporto sussurrare svanire svegliare sveglio svelto svitare svolgere svolta svuotare tabella taccio tacco
  tace tacere taciuto tacque tagliare taglio talora talvolta tamburo tappa tappeto tappo tardi targa tartaruga tasca
  tastare tasto tavola tavolo tazza teatro tecnica tecnico tegame tela telefono televisione temere temperatura tempesta
  tempestoso tempo temporale tenaglia tenda tendere tenere tenero tengo tengono tenne tensione tentare tentativo tenuto
  tepore terminale terminare termine terra terrazzo terreno terribile territorio terzo teso tesoro tessuto testa testo
  tetto tiene tieni timbro timido timone timore tirare tisana titolo toccare togliere tolgo tolse tolto tomba tondo
  tonfo tonnellata topo topolino tormenta tornare torre torta torto tosse tovaglia traccia tradire tradizione traduzione
  traffico tragedia traliccio tramonto tranne tranquillo trapano trappola trarre trascinare trasformare trasmettere
  trasmissione trasporto trattare trattenere tratto trave traversa traversare traversata trazione treccia tregua tremare
  tremito treno tribunale trillo triste tristezza trivella troncare trottare trovare trucco tubo tuffare tuffo tunnel
  tuonare tuono turbine turno tuttavia ubbidire ubriaco uccello uccidere uccise ucciso udire ufficiale ufficio uguale
  uhm ultima ultimo umano umidità umido umore uncino unghia unico unire unità università uomini uomo uovo urgente urlare
  urlo urtare urto usanza usare usato uscio uscire uscita uscito usciva uscì uso utensile utile utilizzare uva vacanza
  vada vado vagare vagone vale valere valigia valle valore valvola vanno vantaggio vapore varcare vario vaso vasto
  vecchia vecchiaia vecchio vede vedere vedetta vedi vedo vedono vedrai vedremo vedrò veduto vela veleno velo veloce
  velocemente velocità vendere vendetta vendita venerdì vengo vengono venire venne vento ventre venuto veramente verde
  vergogna verità vernice vero verrei verrà verrò versare vertigine vestire vestito vetrina vetro vetta via viaggiare
  viaggio viale vibrare vibrazione vicenda vicino vicolo vide vidi viene vieni vietare vigilia villaggio vincere vino
  vinto violento virtù visita visitare viso visse vissuto vista visto vita vite vittima vittoria viva vive vivere vivo
  vizio voce voglia vogliamo voglio vogliono volante volare volere voleva volevi volevo volle vollero volli volo volontà
  volta voltaggio voltare volto volume voluto vorranno vorrebbe vorrei vorresti vorrà vuoi vuole vuota vuotare vuoto
  zaino zampa zampillo zappa zero zia zinco zio zitto zoccolo zolla zona zoppo zucca zucchero zuppa`
  .trim()
  .split(/\s+/);

/** The plurals `righe` and `parchi` keep an h before the ending. */
const rootOf = (word: string) => stem(word).replace(/(?<=[cg])h$/, '');

const roots = lazy(() => new Set(everyday.map(rootOf)));

/** An infinitive or gerund with pronouns behind it: `dirgli`, `averlo`, `riportandoglielo`. */
const withPronouns = /(?<=[aei]r|[ae]ndo)(gli|glie|me|te|ce|ve|se)?(lo|la|li|le|ne|gli|mi|ti|ci|vi|si)$/;

/** The everyday word a form may come from: the imperfect and the remote past are what a story is told in. */
const simplified: [RegExp, string][] = [
  [/(?<=[aei]r)$/, 'e'],
  [/av(o|i|a|amo|ate|ano)$/, 'are'],
  [/ev(o|i|a|amo|ate|ano)$/, 'ere'],
  [/iv(o|i|a|amo|ate|ano)$/, 'ire'],
  [/(ero|i)$/, 'e'],
  [/issim[oaie]$/, 'o'],
  [/^ri?(?=..)/, ''],
];

const everydayByWord = new LRUCache<string, boolean>({ max: 60_000 });

/** Whether a lower-case word belongs to everyday Italian, in any of its forms. */
export function isEveryday(word: string): boolean {
  const cached = everydayByWord.get(word);
  if (cached !== undefined) return cached;
  const isKnown = comesFromEveryday(word);
  everydayByWord.set(word, isKnown);
  return isKnown;
}

function comesFromEveryday(word: string): boolean {
  if (/(mila|mille|mente)$/.test(word)) return true;
  const bare = word.replace(withPronouns, '');
  const forms = [word, bare, ...simplified.map(([ending, plain]) => bare.replace(ending, plain))];
  return forms.some((form) => roots().has(rootOf(form)) || isStopWord(fold(form)));
}
