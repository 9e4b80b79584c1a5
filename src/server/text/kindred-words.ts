/*
 * What a stemmer cannot know of Italian, for any book: the forms of irregular words, which words are said of the same thing, and
 * which are said where the same things happen. One group a line. Written for this project, from no dictionary.
 */

/** Forms of one word that the stemmer keeps apart. */
export const forms = `
  accendere acceso accesa accese accesi riaccendere riacceso riaccese riaccesi riaccendesti
  spegnere spento spenta spense spensero spegne spegni spengono
  prendere preso presa prese presi presero
  chiudere chiuso chiusa chiuse chiusero richiuse richiuso
  aprire aperto aperta aprì aprono apre
  rompere rotto rotta ruppe rompe
  perdere perso persa perse perduto perduta persero
  mettere messo messa mise misi misero metti
  scendere sceso scesa scese scesi scesero
  salire salito salì salgono
  leggere letto letta lesse lessi legge
  scrivere scritto scritta scrisse scrissi scrive
  nascere nato nata nacque nasce
  rispondere risposto rispose risposi risposta risposero
  nascondere nascosto nascosta nascose
  vincere vinto vinse
  correre corso corse corsi
  piangere pianto pianse piangeva
  ridere riso rise risero
  rimanere rimasto rimase rimasi rimane
  venire venuto venne viene vengono vennero
  tenere tenuto tenne tiene tengo
  cadere caduto cadde cade caduta caddero
  crescere cresciuto crebbe cresce
  uccidere ucciso uccise
  decidere deciso decise decisi
  chiedere chiesto chiese chiesi chiede chiedi
  bere bevuto bevve beve
  vedere visto vista vide vidi videro vedi vede
  dire detto disse dissi dice dicono dici
  dare dato diede diedi dette danno
  stare stette stetti stanno
  sapere saputo seppe seppi sa sanno
  conoscere conosciuto conosceva conobbe conobbi
  andare andato andata andò vado vanno
  uscire uscito uscì uscii esce
  morire morto morta morì muore morte
  vivere vissuto visse vive
  scoprire scoperto scoperta scoprì
  soffrire sofferto soffrì
  offrire offerto offrì
  coprire coperto coprì
  sentire sentito sentii sentì sente senti
  capire capito capii capì capisce
  accorgere accorto accorse accorsi accorgi
  riconoscere riconosciuto riconobbi riconobbe
  muovere mosso mosse muove muovono
  smettere smesso smise smisi
  promettere promesso promise
  permettere permesso permise
  spingere spinto spinse
  stringere stretto strinse strinsi
  dipingere dipinto dipinse
  fingere finto finse
  giungere giunto giunse raggiungere raggiunto raggiunse
  aggiungere aggiunto aggiunse
  volgere volto volse rivolgere voltò voltai voltare
  togliere tolto tolse tolsi
  scegliere scelto scelta scelse scelsi
  raccogliere raccolto raccolse
  sciogliere sciolto sciolse sciolsi
  porre posto pose posò posare posato posai
  disporre proporre proposto
  trarre tratto trasse
  tradurre condurre condotto condusse
  costruire costruito costruì
  distruggere distrutto distrutta distrusse
  dividere diviso divise
  difendere difeso difese
  appendere appeso appesi
  stendere steso stese disteso
  attendere atteso attese
  rendere reso rese resi
  vendere venduto venduti vendette vendo vendevo vende
  credere creduto credetti
  sedere seduto sedette sedetti siede sedersi
  valere valso vale
  volere voluto volle volli vuole vogliono
  potere potuto
  dovere dovuto
  piacere piaciuto piacque piacciono
  tacere taciuto tacque
  dolere dolore duole
  tremare tremito tremava
  respirare respiro respira
  guidare guida guidò
  cantare canto canta canzone canticchiare cantava
  rubare furto rubava ladro
  pagare pago paga pagò
  insegnare insegnato insegnò
  imparare imparato
  regalare regalo regalato
  ferire ferita ferito ferirsi ferì
  pesare peso pesa pesano
  durare durata durò dura
  vibrare vibrazione vibra
  scuola scolaro
  uomo uomini
  dito dita diti
  ginocchio ginocchia
  orecchio orecchie orecchi
  braccio braccia
  osso ossa
  uovo uova
  labbro labbra
  mano mani
  bue buoi
  dio dei
  cuocere cotto cotta cosse cuoce cotti
  parere parve pareva paiono
  apparire apparso apparve appare apparvero
  scomparire scomparso scomparve scompare sparire sparito sparve sparì
  mordere morso morse
  spendere speso spesa spese
  spargere sparso sparse
  stringere strette
  vincere vinta vinsero
  discutere discusso discusse
  esplodere esploso esplose
  cogliere colto colse
  porgere porto porse porsero
  proteggere protetto protesse
  pungere punto punse puntura
  reggere retto resse
  ridurre ridotto ridusse
  risolvere risolto risolse
  sconfiggere sconfitto sconfisse
  scorgere scorto scorse
  scuotere scosso scosse scuoteva
  sorprendere sorpreso sorprese
  svenire svenuto svenne
  torcere torto torse
  friggere fritto frisse frigge
  mantenere mantenuto mantenne
  ottenere ottenuto ottenne
  trattenere trattenuto trattenne
  appartenere appartenuto apparteneva
  contenere contenuto contiene
  sostenere sostenuto sostenne
  rivedere rivisto rivide rividi
  divenire diventare divenuto diventato divenne diventò
  avvenire avvenuto avvenne
  fuggire fuggito fuggì fugge
  sfuggire sfuggito sfuggì
  comparire comparso comparve
  costringere costretto costrinse
  convincere convinto convinse
  commuovere commosso commosse
  promuovere promosso
  rimuovere rimosso rimosse
  interrompere interrotto interruppe
  corrompere corrotto
  esprimere espresso espresse
  stampare stampato
  confondere confuso confuse
  nascondiglio nascose nascosi
  illudere illuso
  deludere deluso
  offendere offeso offese
  spingere spinta
  dirigere diretto diresse
  correggere corretto corresse
  eleggere eletto elesse
  bruciare bruciato bruciò brucia
  morire moriva morivano morti moribondo
  impiccare impiccato impiccarono
  affogare affogato affogò
  scappare scappato scappò scappai
  mangiare mangiato mangiò mangiai mangiava
  fabbricare fabbricato fabbricò
  rovesciare rovescio
  raddoppiare doppio
  sputare sputo
  starnutire starnuto starnutito
  sbadigliare sbadiglio
  sognare sogno sognato
  viaggiare viaggio
  ballare ballo balla
  giocare gioco giuoco giocava
  suonare suono sonare sonò suonò
  mentire menzogna
  premiare premio
  punire punizione punito
  lavare lavato
  volare volo volava
  nuotare nuoto nuotava
  abbaiare abbaio
  gridare grido gridò
  urlare urlo urlò
  saltare salto saltò
  cenere ceneri
  pugno pugni
  pesce pesci
  vecchio vecchia vecchi vecchietto vecchino
  piede piedi
  capello capelli
  coltello coltelli
  freddo fredda gelido`;

/** Words for the same thing. */
export const same = `
  fitto affitto pigione affittare
  denaro danaro quattrini soldi
  parroco curato pievano arciprete
  prete sacerdote cappellano
  frate monaco cappuccino
  monaca suora badessa
  convento monastero chiostro
  giovane giovine giovinetto giovanotto
  ragazza fanciulla giovinetta
  ragazzo fanciullo garzone monello
  sedia seggiola scranna
  lacrima lagrima
  rumore romore strepito chiasso
  immagine imagine
  buio bujo
  notaio notajo
  prendere pigliare
  accorgersi avvedersi avvide
  fucile schioppo archibugio moschetto
  mobili mobilia masserizie suppellettile arredi
  involto fagotto fardello
  osteria taverna bettola locanda
  oste locandiere taverniere albergatore
  gendarme birro sbirro
  imprigionare incarcerare arrestare catturare
  carrozza calesse cocchio
  cocchiere vetturino
  contadino villano campagnolo
  negozio bottega fondaco
  negoziante bottegaio mercante
  sarto sartore sarta
  sposare sposarsi maritarsi ammogliarsi
  matrimonio nozze sposalizio
  medico cerusico chirurgo
  peste pestilenza morbo contagio epidemia
  rivolta sommossa tumulto ribellione
  nobile patrizio gentiluomo cavaliere
  serva fantesca domestica
  servo servitore domestico famiglio
  biglietto missiva
  elemosina limosina carità
  voto giuramento
  rapire rapimento rapita
  bandito bravo sgherro masnadiere brigante
  svenire svenimento deliquio tramortire tramortita
  rissa zuffa baruffa mischia
  rifugio asilo ricovero
  colpevole reo
  quadro dipinto tela pittura
  pittore artista
  gara concorso
  pugnale stilo coltello
  malato ammalato infermo inferma
  ospedale spedale lazzeretto
  salma cadavere
  borgo paesello villaggio
  moglie sposa consorte
  marito sposo consorte
  fidanzato promesso
  fidanzata promessa
  assassino omicida
  ammazzare assassinare
  pregare preghiera orazione
  singhiozzare piangere
  meraviglia maraviglia stupore
  minacciare minaccia
  danza ballo
  barbiere parrucchiere
  mamma madre mammina
  papà babbo padre babbino
  nonno nonna
  bimbo bambino fanciullo bimba bambina fanciulla
  ragazzo ragazza ragazzino ragazzina giovane giovanotto
  donna signora femmina
  anziano vecchio vecchietto
  mastino cane can cagnolino
  somaro asino ciuco ciuchino
  burattino marionetta
  denaro soldi quattrini monete denari moneta zecchini
  automa androide robot
  nave bastimento vascello imbarcazione barca barchetta battello
  treno convoglio
  tempesta bufera tormenta burrasca
  medico dottore
  carcere prigione gattabuia galera
  carabiniere gendarme giandarme guardia poliziotto
  osteria locanda taverna trattoria albergo
  paese villaggio borgo paesino
  città cittadina
  casa abitazione dimora casina casetta casupola capanna
  stanza camera sala
  uscio porta portone
  strada via sentiero cammino
  bosco foresta selva
  mare oceano
  spiaggia riva lido sponda costa
  collina colle poggio
  montagna monte
  roccia scoglio sasso pietra masso
  campo prato
  fosso buca fossa buco
  fuoco fiamma fiamme incendio
  fune corda canapo
  stivali scarpe calzature
  giacca casacca giubba giacchetta cappotto pastrano
  berretto cappello
  vestito abito abiti vestiti veste
  attrezzo strumento arnese utensile
  lampada lume lanterna lampadina fanale candela
  lettera biglietto foglio carta
  messaggio avviso annuncio comunicazione
  libro volume abbecedario
  scolaro alunno studente
  maestro insegnante professore
  compagno amico camerata
  padrone proprietario
  ladro ladri brigante malandrino furfante assassino delinquente
  contadino colono
  falegname legnaiolo
  faccia viso volto
  bocca labbra
  pancia ventre stomaco
  testa capo
  sedere sederino
  rumore suono fracasso chiasso baccano frastuono
  odore profumo puzza olezzo fetore
  cibo vivanda pietanza vitto mangiare
  pranzo cena colazione desinare pasto merenda
  torta dolce pasticcino confetto
  errore sbaglio fallo
  bugia menzogna frottola falsità
  verità vero
  furto rubare derubare ladrocinio involare
  scappare fuggire evadere svignare
  correre corsa
  gettare buttare lanciare scagliare tirare
  afferrare acchiappare agguantare prendere
  picchiare bastonare battere percuotere
  uccidere ammazzare
  morire spirare perire decedere
  piangere lacrime pianto singhiozzare singhiozzo lacrimare
  ridere risata risate riso
  gridare urlare strillare urlo grido
  parlare discorrere conversare
  dire raccontare narrare
  rispondere replicare ribattere soggiungere
  domandare chiedere interrogare
  udire sentire ascoltare
  guardare osservare fissare mirare
  vedere scorgere avvistare intravedere
  trovare rinvenire ritrovare scoprire
  cercare frugare rovistare
  nascondere celare occultare
  fabbricare costruire montare
  riparare aggiustare accomodare rimediare
  rompere spezzare fracassare spaccare frantumare
  bruciare ardere infiammare incendiare
  scaldare riscaldare
  gelare ghiacciare congelare
  cominciare iniziare principiare
  finire terminare cessare smettere concludere
  fermare arrestare bloccare
  salire montare arrampicare
  scendere calare
  cadere cascare ruzzolare precipitare crollare
  spingere urtare
  tirare trascinare trainare
  legare attaccare agganciare annodare
  slegare sganciare staccare sciogliere
  chiudere serrare
  aprire spalancare schiudere
  entrare penetrare
  uscire sbucare
  arrivare giungere raggiungere
  partire andarsene
  tornare ritornare rientrare
  abitare vivere dimorare risiedere alloggiare
  dormire addormentare riposare
  svegliare destare risvegliare
  inghiottire ingoiare trangugiare
  divorare mangiare
  bere sorseggiare
  regalare donare
  consegnare recapitare porgere
  vendere smerciare
  comprare acquistare
  pagare sborsare
  promettere giurare
  obbedire ubbidire
  disobbedire disubbidire trasgredire
  aiutare soccorrere assistere
  salvare liberare
  proteggere difendere
  insegnare istruire ammaestrare
  imparare apprendere
  temere paura timore spavento terrore spaventare spaventato impaurito impaurire
  rabbia collera ira bizza arrabbiare infuriare imbestialire
  contento felice lieto allegro allegria contentezza gioia
  triste malinconico mesto afflitto
  stanco affaticato spossato sfinito
  malato ammalare malattia infermo febbre
  ferire ferita ferito
  guarire guarigione
  affamato fame appetito
  sete assetato
  assomigliare somigliare
  crescere ingrandire allungare
  diminuire rimpicciolire accorciare scemare
  germogliare spuntare nascere
  seminare sotterrare piantare
  scavare
  brillare luccicare scintillare
  tremare tremito tremolare brivido rabbrividire
  vibrare vibrazione oscillare risuonare
  camminare passeggiare passo
  inseguire rincorrere
  aspettare attendere
  scegliere decidere preferire
  ricordare rammentare
  dimenticare scordare
  capire comprendere intendere
  sembrare parere
  accadere succedere capitare avvenire
  annegare affogare
  starnutire starnuto
  condannare sentenza
  punizione castigo punire castigare
  premio ricompensa ricompensare
  colpa colpevole
  segreto nascosto
  svelto rapido veloce lesto presto
  lento adagio piano
  piccolo piccino piccina minuscolo
  grande grosso enorme smisurato
  bello grazioso
  brutto orribile orrendo
  povero misero
  ricco signore
  cattivo malvagio birba monello
  buono bravo
  strano curioso singolare
  verso direzione
  quaderno taccuino registro diario
  tavolo tavola banco
  pistola fucile schioppo
  veleno avvelenare
  festa festeggiare
  circo spettacolo
  teatro spettacolo commedia
  orso orsi
  gatto gattino micio
  cavallo puledro
  uccello uccellino
  galline polli pollaio gallina pollo
  pecora agnello montone
  lupo lupi
  scimmia scimmione
  serpente biscia
  pescecane squalo
  auto automobile vettura
  bancarella banco bottega banchetto bancone
  vagone carro carrozza rimorchio
  batteria pila accumulatore cella
  ferrovia rotaia binario linea
  libretto manuale opuscolo
  cavare estrarre togliere levare sfilare rimuovere
  custodire conservare serbare tenere
  masticare rosicchiare sgranocchiare
  regalo regalino dono omaggio pensierino
  foglio pagina
  mensola ripiano scaffale
  annotare segnare appuntare scrivere
  mandria branco gregge
  apparecchio congegno aggeggio marchingegno dispositivo macchinario
  scusa pretesto giustificazione
  fiato respiro alito respirare
  bambino bimbo piccolo marmocchio
  ladro ladruncolo ladra
  lampadina luce lucina spia
  mappa carta cartina pianta
  tasca taschino
  camino focolare stufa
  divano branda letto lettino cuccetta
  zaino sacca borsa sacco
  cavo filo
  bullone vite dado
  motore
  soffitta magazzino rimessa deposito capannone
  scatola scatoletta latta barattolo cassetta
  tazza tazzina bicchiere scodella ciotola
  coperta plaid copertina
  guanto guanti
  bastone bastoncino stecca mazza
  tamburo tamburi
  ghiacciaio ghiaccio
  ospedale clinica ambulatorio
  incidente disgrazia guaio infortunio
  lavoro impiego occupazione mestiere professione
  collega compagno
  zia zietta
  segnale segno messaggio
  voce vocina
  parola termine vocabolo
  frequenza banda onda canale
  trasmettere diffondere mandare
  indossare portare vestire
  arrabbiarsi incavolare incazzare arrabbiato
  bisticciare litigare discutere litigio
  spaventarsi paura fifa strizza
  addormentarsi dormire
  accarezzare carezza
  abbracciare abbraccio
  baciare bacio
  mordere morso addentare
  ascoltare sentire udire
  sussurrare bisbigliare mormorare sottovoce
  scherzare scherzo burlare
  imbrogliare ingannare fregare barare
  regolare sistemare aggiustare riparare accomodare
  controllare verificare esaminare provare
  usare adoperare utilizzare impiegare
  bastare sufficiente
  funzionare andare
  preparare allestire
  unire collegare connettere collegamento
  dividere separare staccare
  girare ruotare voltare
  alzare sollevare
  posare appoggiare mettere poggiare
  coprire avvolgere
  sparire scomparire svanire sparito scomparso
  fissare guardare
  pensare riflettere ragionare
  credere pensare ritenere
  spiegare chiarire illustrare
  significare voler
  avvisare avvertire informare
  tacere zitto silenzio
  esitare dubitare incerto
  convincere persuadere
  permettere consentire lasciare
  vietare proibire
  rischiare pericolo pericoloso rischio
  sbagliare errore sbagliato
  riuscire farcela
  rinunciare arrendere mollare
  intero tutto
  magro sottile
  stanchezza stanco
  velocemente veloce svelto
  subito immediatamente
  giovane ragazzo
  adulto grande
  strano bizzarro insolito anomalo
  furbo astuto scaltro
  pigro svogliato
  coraggioso coraggio
  gentile cortese educato
  burbero scontroso brusco
  silenzioso zitto muto
  soprannome nomignolo
  direzione verso
  distanza lontano distare
  durata durare
  peso pesare
  altezza alto
  profondità profondo
  larghezza largo
  inverno invernale
  estate estivo
  mattino mattina mattinata
  notte nottata notturno
  serata sera
  pomeriggio
  scossa scarica elettroshock folgore
  offrire proporre proposta offerta offerto proposto
  sosta pausa fermata intervallo
  spedire mandare inviare spedito mandato inviato
  tinta colore
  elenco lista tabella catalogo
  targa matricola sigla
  postino messaggero corriere fattorino portalettere
  stipendio paga salario compenso retribuzione guadagno
  ripagare ricompensare sdebitare
  alimento cibo viveri provviste mangiabile commestibile
  forza potenza intensità
  inizio avvio principio
  incamminare partire avviare cammino
  incepparsi bloccare inceppare
  inventare ideare escogitare
  pretesto scusa giustificazione alibi
  mestiere lavoro professione impiego occupazione
  difettoso guasto rotto rovinato malandato
  apparecchio aggeggio congegno dispositivo arnese strumento
  vagone carro carrozza
  macchinista pilota conducente guidatore autista
  locomotiva motrice
  rotaia binario rotaie
  viaggio tragitto percorso corsa
  passeggero viaggiatore
  carico merce merci
  trasportare portare condurre
  peso pesare pesa pesava
  lunghezza lungo lunga
  larghezza largo larga
  profondità profondo profonda
  velocità andatura
  dimensione grandezza misura
  distanza lontananza lontano
  quota altezza altitudine
  quantità numero
  metà mezzo
  doppio due
  attimo istante momento
  pomeriggio sera serata
  mezzogiorno mezzodì
  annotare segnare appuntare scrivere trascrivere
  annotazione appunto nota
  scritta iscrizione dicitura
  foglietto foglio carta cartina
  cartina mappa carta planisfero
  pagina foglio
  matita penna lapis
  disegno schizzo figura
  incidere scolpire intagliare inciso
  bastone bastoncino verga asta
  cifra numero
  frequenza onda banda canale
  segnale cadenza codice
  battito colpo pulsazione palpito
  ritmo cadenza
  eco rimbombo
  ronzio ronzare brusio
  fischio fischiare sibilo
  voce parlare
  cuffia auricolare cuffie
  altoparlante cassa
  trasmettere trasmissione inviare
  ricevere captare ricevente
  antenna filo
  corrente elettricità energia
  pila batteria accumulatore
  interruttore pulsante
  ingranaggio ruota meccanismo
  vite bullone
  pinza tenaglia pinze
  cacciavite giravite
  borsa sacca zaino bisaccia
  tasca saccoccia
  scatola scatoletta astuccio barattolo
  cassa cassetta
  armadio mobile
  sportello portello anta
  serratura lucchetto
  involucro guscio custodia
  cassetto ripiano mensola scaffale
  sgabello sedia panca
  tazza bicchiere scodella
  bevanda bibita
  panino sandwich
  termos thermos borraccia fiaschetta
  bacche frutti more
  spuntino merenda
  assaggiare gustare
  masticare mangiare sgranocchiare
  sputare espellere
  indossare portare mettere vestire
  copricapo berretto cappello
  maglione maglia
  coperta plaid
  pelliccia pelo
  cucire rammendare
  bottone bottoni
  nastro fascia striscia
  corda fune canapa spago
  nodo legaccio
  zampa arto
  muso faccia
  corno corna
  artiglio unghia
  coda fondo
  branco mandria gregge
  bestia animale
  capobranco capo
  comandante capo
  guida capo
  successore erede sostituto
  sostituire rimpiazzare
  ferraglia rottame
  robot macchina automa
  guardiano guardia sentinella sorvegliante custode
  sorveglianza guardia sorvegliare vigilare
  ladruncolo ladro
  refurtiva bottino
  sgraffignare rubare
  sparire scomparire svanire
  smarrire perdere
  recuperare riprendere ritrovare
  restituire rendere ridare
  prestare prestito
  dono regalo omaggio presente
  ricevere avere
  scambiare barattare
  mercante venditore commerciante
  bancarella banco
  cliente acquirente
  prezzo costo
  costare valere
  sconto ribasso
  guasto avaria danno problema problemi
  incidente disgrazia infortunio
  collisione urto scontro
  scontro lite litigio
  fratturare rompere frattura
  steccare immobilizzare stecca
  ferita taglio
  cicatrice saldatura
  malanno malattia
  tossire tosse
  polmonite polmoni
  febbre febbricitante
  curare guarire medicare
  medicinale medicina farmaco
  barella lettiga
  sepolto seppellito sotterrato interrato
  sepoltura tomba
  defunto morto
  decesso morte scomparsa
  nascita nascere
  infanzia bambino
  mamma genitrice
  genitore padre madre
  genitori padre madre
  consorte marito moglie
  matrimonio nozze sposare
  parente famiglia
  nipote zia
  vecchia anziana vecchietta nonnina nonna
  tizio tipo uomo
  signora donna
  piccino bambino
  allievo apprendista
  vicino accanto
  sconosciuto estraneo ignoto
  abitante paesano
  gente folla persone
  capitano comandante
  dottoressa medico
  pastore allevatore
  pescatore pesca
  insegnante maestra
  spavento paura spaventare impaurire
  spaventato impaurito
  emozionare commuovere
  preoccupare inquietare
  nervoso agitato
  arrabbiato furioso
  sorpreso stupito meravigliato
  stupire meravigliare sorprendere
  sorridere sorriso
  sospirare sospiro
  canzone canto brano
  canticchiare cantare canterellare mugolare
  melodia motivo musica
  strofa ritornello
  suonare tasti
  ballo danza
  tamburo tamburello
  cerimonia festa rito
  usanza tradizione abitudine
  regola norma legge comandamento
  regolamento regole
  vietare proibire divieto
  permettere consentire
  ordine comando
  incarico compito missione
  consegna incarico
  promessa giuramento
  segreto mistero
  confessare ammettere rivelare
  ingannare fregare imbrogliare
  fingere simulare
  mentire bugia
  domanda chiedere
  risposta rispondere
  spiegare chiarire
  significare dire
  indicare mostrare segnalare
  mostrare esibire
  sbirciare spiare
  accorgersi notare accorgere
  riconoscere identificare
  distinguere riconoscere
  immaginare pensare
  supporre credere
  sbagliare errare
  riuscire potere
  tentare provare
  collaudare provare testare
  esaminare controllare verificare
  misurare misura
  calcolare contare calcolo
  sommare contare
  maneggiare usare
  adoperare usare utilizzare
  servire usare
  allestire preparare
  preparare apparecchiare
  assemblare montare
  smontare disfare
  collegare connettere allacciare
  scollegare staccare
  avvitare vite
  svitare vite
  avvolgere fasciare
  piegare piega
  tagliare taglio
  strappare lacerare
  incollare attaccare colla
  appiccicare attaccare
  pulire lavare ripulire
  strofinare sfregare
  riempire colmare
  svuotare vuotare
  versare rovesciare
  appendere attaccare
  poggiare appoggiare posare
  riporre mettere posare sistemare
  sistemare mettere
  collocare mettere
  deporre posare
  sollevare alzare
  abbassare calare
  scavare scavo
  trascinare tirare
  spostare muovere
  allontanare allontanarsi
  avvicinare accostare
  attraversare passare traversare
  oltrepassare superare
  accelerare correre
  rallentare frenare
  arrestarsi fermare
  sostare fermare
  raggiungere arrivare
  approdare arrivare
  accompagnare scortare
  seguire pedinare
  circondare accerchiare
  schivare evitare scansare
  capovolgere rovesciare
  scivolare slittare
  cascare cadere
  inciampare cadere
  alzarsi alzare
  sdraiare coricare distendere
  sedere seduto
  appisolarsi dormire
  destarsi svegliare
  sbrigare affrettare
  vibrare tremare oscillare
  tremolio tremare vibrazione
  scricchiolare cigolare
  gocciolare colare
  soffocare respirare
  fiato respiro
  respirare fiato
  sbuffare soffiare
  annusare odorare fiutare
  toccare sfiorare
  stringere afferrare
  abbagliare luce
  illuminare accendere brillare
  lucina luce lampadina
  lumino luce
  bagliore luce
  oscurità buio
  ombra buio
  spegnersi spegnere
  riaccendere accendere
  scintilla favilla
  riscaldare scaldare
  stufa caldo
  congelare gelare ghiacciare
  gelo freddo ghiaccio
  brina gelo
  nevicata neve
  tormenta bufera tempesta
  nebbia foschia
  nuvola nube
  tramonto sera
  alba aurora
  plenilunio luna
  stagione mese
  crepaccio spaccatura crepa
  fessura crepa
  grotta caverna
  pendio discesa pendenza china
  vetta cima
  valle vallata
  pianura piana
  fiordo baia
  molo pontile banchina
  porto molo
  pilone pilastro
  galleria tunnel
  sotterraneo sotto
  stanza camera locale
  nascondiglio rifugio
  rifugio riparo
  officina laboratorio
  magazzino deposito
  impianto stazione
  pannello specchio
  germoglio piantina
  alberello albero pianta
  arbusto pianta
  germogliare spuntare
  terriccio terra
  seme semino chicco
  semenza seme
  raccolto raccogliere
  zuccheri zucchero
  acciuffare catturare prendere acchiappare
  ancorare legare fissare assicurare
  attorcigliare avvolgere arrotolare
  battezzare nominare chiamare
  commerciare barattare vendere
  emettere fare produrre
  esclamare gridare dire
  pretendere esigere chiedere
  forzare scassinare aprire
  fruttare rendere guadagnare valere
  guadagnare ottenere ricevere
  impiegare metterci mettere
  incrociare incontrare
  infilare inserire ficcare mettere introdurre
  ingurgitare mangiare
  intonare cantare
  inzuppare bagnare imbevere
  lucidare pulire
  scrutare guardare
  percepire sentire avvertire
  percorrere fare viaggiare
  piazzare mettere sistemare collocare
  pigiare premere schiacciare
  procurare trovare prendere
  pronunciare dire
  raffigurare disegnare dipingere
  recarsi andare
  reggere sorreggere tenere sostenere
  rifilare dare
  rinfacciare rimproverare
  rivelare svelare dire confessare
  rivestire coprire foderare
  sbarcare scendere smontare
  scarabocchiare scrivere
  scovare trovare stanare
  spartire dividere
  tastare toccare palpare
  trafugare rubare sottrarre sgraffignare
  ustionare scottare bruciare
  zittire tacere
  impugnatura manico
  arrotolare avvolgere
  bestione bestia animale
  calze calzini calzettoni
  commerciante mercante venditore bottegaio
  acquirente compratore cliente
  fiera mercato mercatino
  frammento pezzo brandello scheggia
  granello seme chicco
  intruso ladro
  legnetto bastone bastoncino
  meccanico tecnico riparatore
  ortaggio verdura patata cipolla
  recipiente contenitore scatola barattolo vaso
  sbarra barra asta
  sostegno pilone pilastro palo
  stoffa tessuto tela panno
  stoviglia tazza cucchiaio piatto
  stoviglie tazze cucchiaio piatti
  targhetta matricola targa numero
  temperatura gradi febbre
  tappeto telo tela
  toppa rammendo pezza
  torcia lampada lume
  zolla terra
  conducente pilota guidatrice guidatore macchinista
  locale stanza sala
  malloppo bottino refurtiva
  pentola padella pentolino
  orma impronta
  fenditura crepaccio spaccatura
  muraglia parete muro
  camino canna
  grattare raschiare raspare
  rimbombare risuonare
  strisciare trascinare
  tintinnare suonare
  fratturare rompere spezzare
  sdrucito rammendato rattoppato
  rattoppare rammendare riparare
  dissotterrare scavare disseppellire
  disseppellire scavare
  seppellire sotterrare coprire
  assopirsi dormire
  pisolino dormire
  coricare sdraiare stendere dormire
  stendere sdraiare
  inginocchiare ginocchio
  accovacciare sedere
  spalle schiena
  polpacci gambe
  braccia braccio
  sopracciglio sopracciglia ciglia
  barba baffi
  capelli chioma
  chioma capelli
  guancia guance
  mascella mandibola
  fronte testa
  impugnare tenere
  bussare battere
  telefonata telefono
  cornetta telefono
  firmamento cielo stelle
  mensile mese
  mensilmente mese
  settimanale settimana
  quotidiano giorno
  giornata giorno dì
  annata anno
  decennio anni
  secolo anni
  compleanno anni
  anzianità anni
  festività festa ricorrenza
  ricorrenza festa
  vigilia prima
  indomani domani mattina
  crepuscolo tramonto sera
  imbrunire sera tramonto
  mezzanotte notte
  altura colle collina
  valico passo sella
  torrente fiume
  ruscello fiume
  cascata fiume
  laguna mare
  arcipelago isole
  contrada paese
  borgata borgo paese
  frazione paese
  cittadino abitante
  combriccola banda gruppo
  gruppetto gruppo
  schiera fila
  riga fila linea
  colonna fila
  sequenza serie ordine
  successione ordine
  elencare contare enumerare
  enumerare contare
  conteggio conto
  conteggiare contare
  addizione somma
  totale tutto somma
  quantitativo quantità
  dose quantità
  manciata pugno
  porzione parte
  frazione parte
  percentuale parte
  paio due coppia
  coppia due
  dozzina dodici
  ventina venti
  trentina trenta
  quarantina quaranta
  cinquantina cinquanta
  centinaio cento
  migliaio mille
  terzetto tre
  quartetto quattro
  trio tre`;

/** Words that a reader may say where the author said another. */
export const kin = `
  scudo ducato fiorino moneta
  carestia fame pane
  tiranno signorotto prepotente
  avvocato legale giudice
  chiesa duomo tempio altare
  quadro ritratto cornice pittore
  pagamento saldare debito pagare
  fretta furia correre
  parroco prete frate chiesa
  vescovo cardinale papa
  fidanzato sposo amoroso
  peste malato lazzeretto appestato
  rapire portare prigioniera
  voto promessa
  rivolta folla moltitudine
  malattia febbre medico ammalato
  treno convoglio locomotiva vagone carro
  mamma madre
  papà babbo padre genitore
  figlio figlia bambino bambina ragazzo ragazza bimbo bimba ragazzino ragazzina fanciullo
  bestia animale fiera
  robot macchina automa androide
  tempesta bufera tormenta burrasca
  donna signora femmina
  uomo signore
  vecchio anziano
  cibo mangiare pasto pranzo cena colazione fame
  bara cassa
  soldi denaro monete quattrini zecchini
  prezzo costo costare pagare valere
  lavoro mestiere lavorare
  freddo gelo ghiaccio gelare
  paura timore spavento temere spaventare tremare drizzare
  rabbia arrabbiare collera
  felice contento gioia ridere allegro
  triste piangere lacrime dolore
  ferita male dolore rompere sangue
  morire morto finire spegnere ammazzare uccidere
  abitare vivere casa stare dormire
  nave barca bastimento
  cane mastino
  bugia menzogna mentire
  messaggio lettera parola biglietto
  canzone motivo cantare note
  ladro rubare furto ladri
  viaggio viaggiare partire strada
  festa festeggiare ballo danza
  capo comando capobranco comandare guidare
  inizio cominciare principio iniziare
  fine finire termine ultimo
  vibrare tremare risuonare battito oscillare
  ponte viadotto
  fermare frenare smettere rallentare smorzare
  costruire fabbricare montare fare
  trovare scoprire cercare
  guasto rotto difetto
  riparare aggiustare accomodare
  svegliare accendere risvegliare
  dormire sonno letto
  parlare dire voce raccontare
  sentire ascoltare udire
  guardare vedere osservare
  segnale cadenza impulso
  orso guardiano
  regalo dono regalare dare
  dare consegnare offrire mettere
  ricevere avere prendere
  chiedere domandare
  rispondere risposta replicare
  insegnare imparare spiegare maestro
  scappare fuggire via
  nascondere nascosto segreto
  aiutare salvare soccorrere soccorso
  lasciare abbandonare
  buttare gettare
  picchiare battere colpire botte bastonare
  amico compagno
  marito moglie sposare
  nero buio notte scuro
  luce lampada lume lampadina
  pezzo parte
  inverno neve
  terra suolo
  piantare seminare
  germogliare nascere spuntare crescere
  seme pianta albero
  scrivere segnare inciso annotare
  contare numero
  peso pesare chili
  lungo metri chilometri lunghezza
  alto altezza metri
  tempo durata secondi minuti
  odore annusare puzza profumo
  rumore suono
  colore rosso verde bianco azzurro
  vestito giacca abito
  scarpe stivali
  cappello berretto
  attrezzo pinza cacciavite strumento
  filo rame cavo
  ricordo memoria ricordare
  regola legge ordine
  rete collegamento
  posto luogo punto
  caffè tè bere tazza
  fiume acqua
  mare riva
  medico dottore medicina
  malato febbre tosse malattia
  scegliere decidere decisione scelta
  sganciare slegare agganciare aggancio
  contento felice
  disobbedire obbedire disubbidire
  padrone comandare
  impiccare appendere
  asino ciuco ciuchino somaro
  prigione carcere
  naso muso
  spaventoso terribile
  carabinieri giandarmi gendarmi
  legno bastone palo
  burattino marionetta
  medaglia premio ricompensa
  inghiottire ingoiare mangiare
  nuotare mare acqua
  paese città villaggio
  vecchio nonno nonna
  morire morto cadavere tomba bara seppellire lapide
  morire ammalare malattia febbre
  soffrire dolore male patire
  mandare inviare spedire incaricare affidare
  mandare chiedere ordinare
  bordo convoglio treno carro salire nave
  ladro rubare mancare sparire
  voce parlare dire
  conoscere amico sapere presentare
  sapere capire accorgere
  accorgere vedere notare scoprire
  capire intuire guardare
  disobbedire regola ordine
  regola vietare proibire dovere legge
  fermare frenare rallentare
  fermare pausa sosta
  ritrovare rivedere riconoscere
  rivedere riconoscere conoscere
  aiutare favore
  insegnare imparare spiegare maestro
  trasformare diventare mutare cambiare
  trasformare cambiare
  allungare crescere
  viso naso occhi
  prezzo costo costare pagare valere vendere comprare soldi
  vendere mercato banco comprare
  soldi guadagnare pagare
  perdere smarrire
  ricchezza tesoro oro
  oro monete
  cibo fame mangiare cuocere pane zuppa minestra carne pesce frutta
  frutta mela pera uva pesca
  bere sete acqua vino tè caffè
  cuocere friggere arrostire bollire padella pentola
  uovo frittata pulcino guscio
  vestito cappello scarpe giacca camicia calzoni
  carta foglio libro scrivere
  legno albero ramo tronco
  albero ramo quercia pino larice betulla
  albero pianta seme
  luce accendere splendere
  buio notte oscurità
  sole alba giorno
  luna notte
  inverno neve gelo freddo ghiaccio
  caldo stufa scaldare fuoco coperta
  freddo gelo neve ghiaccio coperta caldo
  pioggia piovere bagnato temporale
  vento soffiare bufera
  mare onde nuotare spiaggia barca
  fiume acqua ponte
  ponte viadotto pilone
  isola mare
  pesce pescare pescatore rete
  cavallo carro carrozza
  carrozza vettura carro diligenza
  viaggio partire strada arrivare
  volare ala ali uccello cielo
  cane abbaiare guardia
  guardia custode sorvegliare guardiano
  giudice tribunale condannare prigione
  polizia carabinieri arrestare
  arrestare prigione catturare
  prigione libertà liberare
  guerra soldato combattere battaglia
  battaglia combattere lotta zuffa
  lotta pugni botte calci schiaffo
  ferita sangue gamba braccio medico
  ferito colpito cadere
  medico medicina malato curare guarire
  medicina amara bere
  bocca lingua denti labbra
  mano dita dito braccio
  piede gamba zampa
  orecchio orecchie udire
  testa cervello pensare
  cuore amare voler
  amare amore innamorare sposare bene
  sposare marito moglie matrimonio nozze
  figlio padre madre
  famiglia padre madre fratello sorella figlio
  fratello sorella
  orfano madre padre
  nascere seme crescere spuntare germogliare
  scuola maestro libro studiare imparare
  studiare libro leggere
  leggere libro scritto lettera memoria
  scrivere inciso incidere segnare lettere penna matita quaderno
  messaggio lettera consegnare
  radio ascoltare segnale trasmettere
  telefono voce chiamare
  chiamare nome soprannome
  nome chiamare
  canzone parole cantare
  canzone musica note motivo cantare
  musica strumento suonare
  ballare festa
  giocare gioco balocchi divertire
  divertire ridere gioco
  festa doni regalo
  gioia ridere saltare
  paura tremare gelare capelli battere fuggire
  paura coraggio
  coraggio forte
  rabbia gridare rosso
  tristezza piangere
  pentire piangere promettere perdono
  perdono perdonare scusa
  chiedere scusa
  piangere lacrime disperare
  commuovere piangere compassione intenerire
  compassione pietà commuovere
  fidare credere
  credere ingannare imbrogliare
  ingannare bugia imbrogliare
  sogno dormire
  dormire letto notte
  stanco dormire riposare
  svegliare alba mattina
  muovere fermo
  macchina motore meccanico
  macchina bestia
  motore macchina
  accendere filo batteria corrente
  batteria cella corrente energia
  corrente elettricità filo batteria
  guasto rompere aggiustare
  aggiustare pulire
  filo cavo corda
  chiave serratura porta
  chiave vite svitare
  muro parete
  finestra vetro
  cucina cucinare stufa
  letto coperta dormire
  tavolo sedia
  cima vetta
  fondo profondo
  mezzo centro
  lontano distanza chilometri miglia
  lungo metri distanza
  altezza alto metri
  peso chili tonnellate
  velocità veloce correre
  tempo minuti ore anni
  età anni
  data giorno mese
  contare numero quanti
  numero cifra contare
  lettere alfabeto
  mostro terribile enorme
  fata magia maga incantesimo
  magia fata
  re imperatore regina
  padrone comandare servo
  comandare ordine capo
  lavoro lavorare guadagnare fatica mestiere
  fatica sudare stanco
  aiuto soccorso gridare salvare
  salvare tirare pericolo
  pericolo rischio paura
  nascosto dietro sotto dentro
  nascondere sotto dentro tasca
  trovare dentro sotto
  sparire vuoto mancare
  mancare contare meno
  portare condurre accompagnare
  condurre guidare
  guidare pilota leva
  seguire inseguire dietro
  spiare guardare nascosto
  mandare scacciare via
  bussare porta aprire
  attendere ore pazienza
  tradire inganno spia
  traditore spia
  impiccare corda collo
  bruciare cenere fuoco
  affogare acqua mare
  fame mangiare
  grasso pancia
  magro secco asciutto
  zoppo gamba
  cieco occhi
  muto parlare
  sordo orecchie
  animale cane gatto lupo orso volpe bestia
  voce canto
  silenzio tacere zitto
  rumore colpo battito
  segno traccia impronta
  tracce impronte orme
  scambio cambio barattare
  mercato vendere comprare banco
  ultimo fine coda
  ultimo finale termine
  primo inizio
  prima addietro
  davanti fronte
  insieme compagnia
  solo solitudine
  nemico avversario
  vittoria vincere
  sconfitta perdere
  tornare casa
  casa famiglia
  scherzo ridere burla
  superbia orgoglio
  vergogna arrossire rosso
  vergognare nascondere
  sporco lavare pulire
  bagnato acqua
  asciugare sole
  vuoto niente
  pieno riempire
  parola promessa giurare
  promessa mantenere
  domani giorno
  decidere scegliere volere
  rifiutare no
  accettare sì
  capitano nave comandante
  esplosione scoppio
  sparare fucile pistola colpo
  arma scarica difendere attaccare
  attaccare aggredire assalire
  batteria energia corrente carica
  caricare carica
  ricordo regalo lasciare
  comandare capo guidare riconoscere
  riconoscere distinguere capire
  manuale istruzioni
  libretto registro
  registro diario quaderno scrivere
  respirare soffiare
  occhio occhi sguardo vedere
  zampa gamba artiglio unghie
  pelo pelliccia
  testa fronte muso faccia
  fianco lato
  schiena spalla spalle
  mano pugno palmo
  dito unghia
  gola collo
  orma impronta traccia solco
  strada via linea percorso tragitto
  stazione banchina fermata
  cabina leva quadrante
  treno binario ferrovia
  bagnare acqua
  mordere denti
  compleanno anni nascita
  età anni giovane
  morte morto morire lutto
  funerale tomba
  lacrima piangere triste commuovere
  mancare nostalgia
  nostalgia casa
  dispiacere pentire
  colpa pentire rimorso
  offendere rabbia
  odio odiare
  odiare rabbia
  affetto bene voler affezionare
  affezionare bene voler
  fidare fiducia
  fiducia credere
  mentire nascondere tacere
  segreto nascondere tacere
  verità sincero
  promessa mantenere
  chiacchierare parlare
  consiglio consigliare
  decisione scegliere scelta
  scelta scegliere preferire
  rimpianto pentire rifare
  rifare pentire
  successo vincere riuscire
  fallire perdere sbagliare
  aiuto salvare
  salvezza salvare
  soccorso aiuto salvare
  dottore gamba ferita
  osso gamba braccio rompere
  mare oceano nave costa
  polo nord artico
  nord artico ghiaccio
  temperatura freddo gradi
  meteo tempo bufera neve vento
  uragano bufera tempesta
  terremoto crollo
  crollare cadere cedere
  frana valanga
  caverna grotta
  corridoio galleria tunnel
  porta ingresso entrare
  scala scalino pioli
  tetto soffitto
  pavimento terra suolo
  mercato bancarella merce
  merce roba
  stipendio paga pagare guadagnare
  paga pagare
  scambio baratto
  ringraziare grazie
  salutare saluto addio congedo partenza
  partenza partire salutare
  arrivo arrivare
  ritorno tornare
  viaggio corsa tragitto
  festa danza tamburo
  ballare danza
  gara corsa
  giocattolo giocare
  scivolo giocare bambini
  cucinare cuoco
  minestra zuppa brodo
  biscotto galletta
  pesce pescatore
  fame affamato
  sete bere
  colazione mattina
  dolce zucchero
  liquido acqua tè alcol bevanda
  scongelare sciogliere scaldare ghiaccio
  binari linea via rotaie
  capi vestito giacca abbigliamento
  abbigliamento vestire giacca maglia
  indumento giacca guanti berretto maglia
  maglia golf maglione
  calzatura stivali scarpe calze
  battuta dire frase
  commento dire frase
  reazione fare reagire
  reagire fare
  regalare dare mettere mano dono
  regalino spillo dono
  consegnare dare mano
  affidare dare consegnare
  scomparire mancare sparire
  profumo odore sapere
  aroma odore
  gusto sapore
  sapore sapere
  saporito buono
  materiale fatto
  composto fatto
  costituito fatto
  ricavare fatto tagliare
  robot macchina automa orso
  automa orso macchina
  belva orso bestia
  bestia orso bisonte animale
  bestione orso bisonte macchina
  mandria branco bisonti
  capomandria capobranco capo
  guidatrice pilota
  donna pilota
  signora pilota donna
  vecchia zia anziana
  anziana zia vecchia
  commerciante zia banco
  genitore padre madre custode
  androide artificiale macchina
  artificiale androide macchina
  sostegno pilone
  quadro pannello tavola
  pannello quadro specchio tavola
  display quadro
  lucine lampadine lampade
  lucina lampadina lampada
  spia lampada luce
  illuminare lampada luce
  stazione campo nodo
  impianto campo
  centrale campo stazione
  rifugio nascondiglio pozzo
  nascondiglio pozzo telo
  mappa carta spilli
  appuntare scrivere segnare matita
  annotare scrivere segnare matita
  ortaggio patate cipolle
  verdura patate cipolle
  bacche camemori frutti
  frutti camemori bacche
  merenda panino galletta
  spuntino pesce panino
  bevanda caffè tè
  metallo stagno rame ferro
  lega stagno
  saldare stagno
  cordicella corda canapa spago
  pelliccia foca pelle renna
  cuoio pelle
  legname legno
  tavoletta asse
  asse legno
  immobilizzare steccare legare
  stecca manici
  lettiga barella porta
  medicare steccare curare
  guarire aggiustare
  frattura rotta gamba
  zoppicare gamba storta bastone
  zoppo gamba storta
  malattia polmoni tosse
  male malattia polmoni tosse
  decesso morte marzo
  scomparsa sparire morte
  defunta morta madre
  tomba lastra ghiaccio
  seppellire ghiaccio
  misurazione misure
  frequenza megahertz chilohertz
  banda megahertz chilohertz
  trasmissione radio messaggio
  appello messaggio
  risposta voci rispondere
  voci rispondere
  refurtiva celle
  batteria celle
  rubare celle
  compenso paga cassa
  paga vitto cuccetta
  stipendio vitto cuccetta
  profondità metro
  larghezza largo passi
  velocità ora correre
  temperatura trentanove gradi
  data giorno mese anno
  epoca anno
  stagione inverno estate mese
  orario ora
  tormenta bufera neve
  maltempo bufera
  germoglio larice piantina
  alberello larice
  pianticella larice piantina
  semina semi
  sementi semi
  ingranaggio ruota denti
  congegno macchina
  inceppare bloccare seme
  ostruire bloccare chiudere
  ricordi memoria
  cervello memoria
  anellini anelli
  perline anelli
  sorella altre
  gemella altre
  simile altre`;
