import type { Row } from '../languages.ts'

/**
 * Texts of the help panel. Each page has two texts: `about` explains in three sentences what the page is for, and
 * `next` says what to do next. A test checks that every page of the back office has both.
 */
export const helpMessages = {
  'help.about': ['About “{title}”', '关于“{title}”'],
  'help.next': ['What to do next', '接下来'],
  'help.keys': ['Keys', '快捷键'],
  'help.close': ['Close', '关闭'],
  'keys.help': ['This help', '打开帮助'],
  'keys.new': ['Add something new', '新增'],
  'keys.back': ['One page up', '返回上一级'],
  'keys.off': ['Single keys are switched off on this device.', '这台设备已关闭单键快捷键。'],
  'keys.switch': ['Use single keys', '使用单键快捷键'],
  'keys.switch_hint': [
    'For example / to search and ? for help, on this device only. Ctrl K always works. Press ? to see all keys.',
    '例如按 / 搜索、按 ? 看帮助，只影响这台设备。Ctrl K 一直可用。按 ? 可以看到全部快捷键。',
  ],
  'keys.switch_off': ['Switch single keys off', '关闭单键快捷键'],
  'keys.switch_on': ['Switch single keys on', '开启单键快捷键'],

  'about./': [
    'Today shows what needs you now: open orders, which you accept here, deliveries, requests to cancel and payments with a problem. It says whether each store is open. You can pause a store, tell shoppers that it takes longer, or close early.',
    '这里是今天要处理的事：进行中的订单（可直接接单）、外送单、取消申请、有问题的付款。也能看到每家门店是否在营业。可以暂停接单、把等待时间加长，或提前打烊。',
  ],
  'next./': [
    'Open the top order: it is due first. If there is too much to do, pause the store for 30 minutes.',
    '先打开最上面的订单，它最早要交。忙不过来就暂停接单 30 分钟。',
  ],
  'about./orders': [
    'These are orders that need no more work, the newest first. You see those that were handed over, or those that were cancelled. Open one to print its ticket, or to refund it.',
    '这里是已经处理完的订单，最新的在前。可以看已交付的，也可以看已取消的。打开订单可以打印小票或退款。',
  ],
  'next./orders': [
    'Open an order to see what was paid and refunded. Orders in progress are on the page “Today”.',
    '打开订单，看付了多少、退了多少。进行中的订单在“今天”页。',
  ],
  'about./orders/:order': [
    'This is one order: what to make, when, for whom, and what is still to pay. The large button takes the next step, and the shopper sees it at once. Here you also promise a later time, cancel or refund the order, close it if nobody came for it, and answer a shopper who asks to cancel.',
    '这是一张订单：做什么、几点要、给谁、还差多少钱。大按钮进入下一步，顾客马上能看到。推迟、取消、退款、无人取货时结束订单、答复取消申请也在这里。',
  ],
  'next./orders/:order': [
    'Make what is listed, then press the large button. When you hand over, first collect what is still to pay.',
    '按清单做好，再按大按钮。交付前先收齐还需付的钱。',
  ],
  'about./requests': [
    'These are orders whose shoppers ask to cancel, after they could no longer do it themselves. The order goes on until you answer. The shopper gets an email with your answer.',
    '这里是顾客申请取消的订单，他们自己已经不能取消了。答复之前，订单照常进行。顾客会收到邮件答复。',
  ],
  'next./requests': [
    'Open the oldest request, read what the shopper says, and agree or decline. The buttons say what happens to the money.',
    '先打开最早的申请，看看顾客怎么说，再同意或拒绝。按钮上写着钱怎么处理。',
  ],
  'about./expected': [
    'These are e-transfers that shoppers promised, the one that is due first at the top, and refunds that you have to send yourself. No bank tells the shop that money arrived, so you confirm it here. An order whose deadline passes is cancelled, but a search still finds its e-transfer.',
    '这里是顾客要转来的款，最先到期的在前，还有要由你自己退的款。银行不会通知店铺，所以到账后由你在这里确认。过了截止时间，订单会自动取消，但仍能查到这笔转账。',
  ],
  'next./expected': [
    'Look into your bank account, find the order number in the transfer’s message, and press the button with its amount. If another amount arrived, type it: you then decide what happens.',
    '先看银行账户，在转账留言里找到订单号，再按金额按钮。到账金额不同时请填写实际金额，再决定怎么处理。',
  ],
  'about./payments': [
    'Payments and refunds appear here if the shop cannot settle them by itself. You see the amount, the reason and what the provider answered. A decision goes into the activity log.',
    '系统无法自动处理的付款和退款会出现在这里。可以看到金额、原因和服务商的答复。每次处理都会记入操作记录。',
  ],
  'next./payments': [
    'Look the payment up at the provider first. Then give the money back, keep it, or say that there is nothing to do.',
    '先到服务商后台查一查，再决定退回、收下，或不用处理。',
  ],
  'about./books': [
    'The accounts of a day, a week, a month or other dates, for one store or all of them. The page adds up sales, taxes by rate, payments and refunds as the shop recorded them, so you can compare them with receipts and with the providers’ statements. Press a sum to see its orders.',
    '这里是一天、一周、一个月或任意日期的账目，可以看一家店，也可以看全部门店。销售、各税率的税、收款和退款都按店里的记录相加，可以拿来和小票、服务商的对账单核对。点一个数字可以看对应的订单。',
  ],
  'next./books': [
    'Choose last month, compare each payment method with the provider’s statement, and download the CSV for your accountant.',
    '选“上月”，把各付款方式和服务商的对账单核对一遍，再下载 CSV 给会计。',
  ],
  'about./products': [
    'Your products are listed here, the last changed first; archived ones appear only with the filter. The list says which are for sale, hidden or sold out. “Change” opens everything about a product.',
    '这里列出你的商品，最近改过的在前；已归档的要用筛选才看得到。列表会标明在售、已下架或售罄。点“修改”可以改商品的全部内容。',
  ],
  'next./products': [
    'Search for a name in English or Chinese, then press “Change”. To change many at once, tick them. To change only a price, search for “lychee 12.8” with Ctrl K.',
    '用中文或英文名搜索，再点“修改”。勾选多个商品可以批量修改。只改价格的话，按 Ctrl K 输入“荔枝 12.8”。',
  ],
  'about./products/:product': [
    'Here you write everything about a product: names, pictures, prices, options and rules. Shoppers see a change as soon as you save it. A product that is sold out stays visible; a hidden one does not.',
    '在这里填写商品的全部内容：名称、图片、价格、规格和销售规则。保存后顾客马上看到。售罄的商品仍然看得到，下架的看不到。',
  ],
  'next./products/:product': [
    'Write the name in both languages and a price, then save. Afterwards look at it in the shop.',
    '写好中英文名称和价格，保存，再去店铺看看效果。',
  ],
  'about./categories': [
    'These are the categories by which shoppers browse, in the order and with the levels that shoppers see. You can add, move and hide them here, and a name leads to its texts and picture. A hidden category disappears with those below it, but its products stay for sale.',
    '顾客就是按这些分类、这个顺序和层级逛店的。在这里添加、移动、隐藏分类，点名称可以改文字和图片。隐藏分类会连同下级一起看不到，商品照常销售。',
  ],
  'next./categories': [
    'Add two or three categories, drag them into order, then choose one in each product.',
    '先加两三个分类，拖好顺序，再到商品里选上。',
  ],
  'about./categories/:category': [
    'Here you write one category: its name, description and picture. The layout says whether its products stand side by side or in rows like a menu. Shoppers see a change as soon as you save it.',
    '在这里填写一个分类：名称、介绍和图片。版式决定商品是并排展示，还是像菜单一样一行一个。保存后顾客马上看到。',
  ],
  'next./categories/:category': ['Write both names, then save.', '写好中英文名称，保存。'],
  'about./categories/:category/delete': [
    'This page says what happens if you delete the category. Its products are not deleted: choose where they go. You cannot undo it, but you can hide the category instead.',
    '这里说明删除分类会有什么影响。商品不会被删除，你可以选它们移到哪里。删除后不能撤销，也可以改为隐藏。',
  ],
  'next./categories/:category/delete': [
    'Choose the category that takes the products, read the rest, and decide.',
    '选好接收商品的分类，看清说明，再决定。',
  ],
  'about./brands': [
    'These are the brands of your products and how many products have them. Shoppers filter lists by brand, and each brand has a page with its story. You choose the brand of a product on the page of the product.',
    '这里是商品的品牌和各自的商品数。顾客可以按品牌筛选，每个品牌都有介绍页。商品属于哪个品牌，在商品页里选。',
  ],
  'next./brands': ['Add a brand, open it, and write a sentence about it.', '添加一个品牌，点开它，写一两句介绍。'],
  'about./brands/:brand': [
    'Here you write one brand: its name, its story and its picture. Shoppers see a change as soon as you save it. If you delete the brand, you choose which other one its products get.',
    '在这里填写一个品牌：名称、故事和图片。保存后顾客马上看到。删除时可以把它的商品改到别的品牌。',
  ],
  'next./brands/:brand': ['Add the logo or a photo, and save.', '加上标志或照片，保存。'],
  'about./tags': [
    'Tags gather products across categories, such as “New” or “Spicy”. Lists, menus and blocks can show all products with a tag, and the search finds them by its name. You tick the tags of a product on the page of the product.',
    '标签可以跨分类归拢商品，比如“新品”“辣味”。列表、菜单和页面都能按标签展示，搜索也能搜到。商品有哪些标签，在商品页里勾选。',
  ],
  'next./tags': [
    'Add a tag, then tick it for many products at once in the list of products.',
    '添加标签，再到商品列表里给多个商品批量加上。',
  ],
  'about./tags/:tag': [
    'Here you write the names of one tag. A hidden tag works in your lists and menus, but shoppers do not see it as a tag. If two tags mean the same, merge one into the other: its products then get the other one.',
    '在这里填写一个标签的名称。隐藏的标签仍可用在列表和菜单里，只是顾客看不到。两个标签意思一样时可以合并，商品会改用另一个。',
  ],
  'next./tags/:tag': ['Write both names and save.', '写好中英文名称，保存。'],
  'about./modifiers': [
    'These are the choices that several products share, such as sugar, ice and toppings. Each group says how many the shopper may choose and which products use it. A change counts for all of them at once.',
    '这里是多个商品共用的选项，比如甜度、冰量、加料。每一组都写着能选几份、有多少商品在用。改一次，这些商品马上一起更新。',
  ],
  'next./modifiers': [
    'Add “Temperature”, then “Ice” that is not offered with “Hot”. Then open a drink and tick both.',
    '先添加“温度”，再添加选了“热饮”就不出现的“冰量”。然后打开一款饮品，勾上这两组。',
  ],
  'about./modifiers/:group': [
    'Here you write a group: its name, its choices with their surcharges, and how many the shopper may choose. It can depend on a choice of another group or on an option of the product, so that nobody orders a hot drink with ice. Shoppers see a change as soon as you save it.',
    '在这里填写一组选项：名称、每个选项和加价、能选几份。它可以跟着另一组的选项或商品的规格变化，热饮就不会再有人选冰。保存后顾客马上看到。',
  ],
  'next./modifiers/:group': [
    'Write the choices in the order in which shoppers read them, and save. Then tick the group in the products that offer it.',
    '按顾客看到的顺序写好选项，保存。再到要用它的商品里勾选这一组。',
  ],
  'about./media': [
    'These are all pictures of the shop, the newest first, with the products and pages that show them. Here you upload several at once, crop a picture to the square that the shop shows, and describe it for people who cannot see it. A description also reaches the products that show the picture, unless they have one of their own.',
    '这里是店里的全部图片，新的在前，并列出每张用在哪里。可以一次上传多张、裁成店里显示的正方形，再写一句图片说明。说明会同步到用这张图的商品，商品自己写过说明的除外。',
  ],
  'next./media': [
    'Choose “Without a description” and describe what you see in one short sentence. Then delete what is not used.',
    '先选“缺少说明”，一张一句写清楚图里是什么。再把没有用到的删掉。',
  ],
  'about./sold-out': [
    'Here you mark what has run out, for one store: a product, one of its sizes, or a topping. Shoppers see it as sold out at once and cannot order it there, even if its stock is not counted. When the store closes, it is for sale again by itself, unless you choose another end.',
    '哪样卖完了就在这里标一下，只影响这家店：一件商品、某个规格或一种加料。顾客马上看到售罄，不能下单，不计库存的也一样。打烊后自动恢复，也可以选别的时间。',
  ],
  'next./sold-out': [
    'Type two letters of the name and tap “Sold out”. If you were wrong, tap “Undo”.',
    '输入名字里的一两个字，点“售罄”。点错了就点“撤销”。',
  ],
  'about./stock': [
    'Here you see what a store can sell: pieces on hand, those that are kept for orders, and those that are free; beside the goods you see how many sold pieces still wait to be handed over. Plus and minus correct a number at once, and you can take it back for some seconds. A name leads to the history of the goods, where you also say when they are low.',
    '这里是一家店可以卖的库存：在手、留给订单的和可用的件数，已售待交付的件数写在商品旁边。点加减号马上更正，几秒内可以撤销。点名称可以看变动记录，也在那里设置低库存线。',
  ],
  'next./stock': [
    'Type or scan a code to find goods. When a delivery arrives, press “Receive”.',
    '输入或扫码找商品。到货时点“收货”。',
  ],
  'about./stock/in': [
    'Here you receive a whole delivery at once. Each scan adds one piece, and you can type another number. The list stays on this device until the shop has saved it, also without a network.',
    '整批到货在这里一次收。每扫一下加一件，也可以直接改数量。保存前清单都存在这台设备上，没网也不会丢。',
  ],
  'next./stock/in': [
    'Scan the goods, write the delivery number, and press “Receive”.',
    '逐件扫码，写上送货单号，再点“收货”。',
  ],
  'about./stock/count': [
    'Here you write down what is really on the shelf, with the pieces of orders that wait to be handed over, packed or not. The shop takes off these sold pieces by itself, and says if there are too few of them. It changes only the goods in your list, so two people can count at the same time.',
    '把货架上实际有多少记在这里，等着交付的订单里的商品也要数，不管有没有打包。这些已售的件数会自动扣掉，不够交付时会提示。只改清单里的商品，两个人可以同时盘。',
  ],
  'next./stock/count': ['Count one shelf, save it, and go on with the next one.', '盘完一个货架就保存，再盘下一个。'],
  'about./stock/waste': [
    'Here you write off what can no longer be sold, with the reason. The shop refuses more pieces than are free, because the others are kept for orders. The history names who did it.',
    '不能再卖的在这里报损，写明原因。超过可用件数会被拒绝，因为其余的留给订单了。变动记录里会记下是谁做的。',
  ],
  'next./stock/waste': ['Scan the goods, choose the reason, and press “Write off”.', '扫码，选好原因，再点“报损”。'],
  'about./stock/move': [
    'Here you move goods to another store. Both stores change at the same moment, and both histories show it. You need the right to work with stock in both.',
    '在这里把货调到另一家店。两家店的库存同时变动，双方都有记录。你要有两家店的库存权限。',
  ],
  'next./stock/move': ['Scan the goods, choose the store, and press “Move”.', '扫码，选好门店，再点“调拨”。'],
  'about./stock/:sku': [
    'This is the stock of one product or size at a store. Below is everything that changed it: when, why, how many, and who. The number beside it is what was on hand afterwards.',
    '这里是一件商品或一个规格在这家店的库存。下面是全部变动：时间、原因、件数和经手人。旁边的数字是变动后的在手数量。',
  ],
  'next./stock/:sku': [
    'Set from how many pieces on it is low, so that it appears in the list “Low”.',
    '设好低库存线，到了就会出现在“低库存”里。',
  ],
  'about./products/paste': [
    'Here you turn the text of a menu into products. The shop reads names in both languages, sizes, prices and toppings, and asks about what it does not understand. Your text and your changes stay on this device until you add the products.',
    '在这里把菜单文字变成商品。系统会识别中英文名、规格、价格和加料，拿不准的会问你。添加之前，文字和改动都存在这台设备上，关掉页面也不会丢。',
  ],
  'next./products/paste': [
    'Paste the text and tap “Read the menu”. Then answer the questions and add the products.',
    '粘贴文字，点“识别菜单”。看一遍，答完问题就可以添加。',
  ],
  'about./products/table': [
    'Here you edit many products at once, as in a spreadsheet: names, prices, barcodes and weights. A cell that cannot be saved stays marked with its reason, the rest is saved. Each save can be undone for seven days.',
    '在这里像用电子表格一样，一次修改许多商品的名称、价格、条码和重量。不能保存的单元格会标出原因，其余照常保存。每次保存七天内都可以撤销。',
  ],
  'next./products/table': [
    'Copy a block from Excel or Sheets, choose the first cell and paste. Check the marked cells, then press “Save all”.',
    '在 Excel 或在线表格里复制一块，点中起始单元格后粘贴。看一眼标出的单元格，再点“全部保存”。',
  ],
  'about./import': [
    'Here you bring products into the shop from a CSV or Excel file. Nothing is written before you have seen what would change. Each import can be undone for seven days.',
    '在这里用 CSV 或 Excel 表格批量导入商品。先看清楚会改什么，再正式导入。导入后七天内可以整批撤销。',
  ],
  'next./import': [
    'Choose the file and upload it. Then check the columns and start the dry run.',
    '选择文件并上传，再核对每一列，开始试运行。',
  ],
  'about./import/:import': [
    'This is one import, from its columns to its result. A dry run lists what is new, changed, kept or refused. You can close this page at any time: the import goes on.',
    '这里是一次导入，从对应各列到最后结果。试运行会列出新增、修改、保留和拒绝的内容。页面可以随时关掉，导入会继续进行。',
  ],
  'next./import/:import': [
    'Check which column is which and start the dry run. Correct refused rows on the page, then import.',
    '核对各列对应什么，先试运行。被拒绝的行可以直接改，再正式导入。',
  ],
  'about./shop': [
    'From here you reach the settings of the whole shop and of each store. Settings at the top count everywhere, for example payment and taxes. Address, hours and delivery belong to a store.',
    '从这里进入整个店铺和各家门店的设置。上面的设置对全店有效，比如收款和税。地址、营业时间、配送属于各家门店。',
  ],
  'next./shop': [
    'Open a store and check its address and hours. Then choose how shoppers pay. If you open another store, add it below the list: shoppers do not see it until you show it.',
    '打开一家门店，检查地址和营业时间，再设置收款方式。开分店时，在门店列表下面新增，设为显示之前顾客看不到。',
  ],
  'about./shop/:location': [
    'This page has the address, the hours and the time slots of one store. Here you also choose whether shoppers pick up, get a delivery or eat in. Orders that are placed already keep their time.',
    '这里是一家门店的地址、营业时间和时段。也在这里决定顾客能否自取、外送、堂食。已下的订单时间不变。',
  ],
  'next./shop/:location': [
    'Write the hours of each day, for example 11:00-14:00, 17:00-21:30, and save. If the store delivers, add a delivery zone.',
    '填好每天的营业时间，例如 11:00-14:00, 17:00-21:30，保存。有外送的话，再添加配送区。',
  ],
  'about./shop/:location/methods/:method': [
    'One way to get an order has its own times here, for example delivery. Empty fields follow the times of the store. Orders that are placed already keep their time.',
    '这里单独设置一种取货方式的时间，例如外送。留空就按门店的时间。已下的订单时间不变。',
  ],
  'next./shop/:location/methods/:method': [
    'Change only what differs from the store, then save. Check in the shop which times shoppers can choose.',
    '只改和门店不同的地方，然后保存。再到店铺看看顾客能选哪些时间。',
  ],
  'about./shop/:location/days': [
    'Plan days on which the store is closed or keeps other hours. Canadian and Chinese holidays are suggested below. Shoppers cannot choose a time when the store is closed.',
    '安排休息或营业时间不同的日子。下面列出了加拿大和中国的节假日。休息时顾客不能选时间。',
  ],
  'next./shop/:location/days': [
    'Close the next holiday with one tap, or enter a day with its hours. “As usual again” takes a day back.',
    '一键设置下个节假日休息，或填写日期和时间。点“恢复平常”可以取消。',
  ],
  'about./shop/:location/emails': [
    'Here you write where the store gets emails about its orders. It gets one about each new order, message and cancellation, and about payments that need a decision. They go to the owner who started the shop or added the store until you write another address; if you leave the address empty, the store gets no emails.',
    '在这里填写门店接收订单邮件的邮箱。新订单、顾客留言、取消和待处理的款项都会发邮件。起初发给开店或添加门店的店主，可以改成别的邮箱，留空就不发。',
  ],
  'next./shop/:location/emails': [
    'Write an address that somebody reads during opening hours, choose its language, and save.',
    '填写营业时间内有人看的邮箱，选好语言，保存。',
  ],
  'about./shop/:location/zones': [
    'A delivery zone says where the store delivers, what it costs and how large an order must be. Where zones overlap, the page says which one counts. Without a zone nobody can order a delivery.',
    '配送区决定能送到哪里、配送费多少、满多少起送。有重叠时页面会说明用哪个。没有配送区就不能点外送。',
  ],
  'next./shop/:location/zones': [
    'Add a zone, then type a postal code below to check it. A stopped zone takes no new deliveries until you start it again; placed orders stay.',
    '添加配送区，再在下面输入邮编查一查。停用后不再接配送单，可以随时恢复；已下的订单不受影响。',
  ],
  'about./shop/:location/zones/:zone': [
    'Here you write the area of a zone, its fees and the smallest order. Postal codes can be a beginning like M5V or a range like M5A-M5T. A fee applies from the amount beside it, and orders below the smallest amount pay the fee of that row.',
    '在这里填写配送范围、配送费和起送金额。邮编可以写开头，如 M5V，也可以写范围，如 M5A-M5T。配送费从旁边的金额起算，不到最小的起算金额时，按那一行收费。',
  ],
  'next./shop/:location/zones/:zone': [
    'Write the postal codes and one fee, then save. Add a second step with fee 0 if larger orders are delivered free.',
    '写好邮编和一个配送费，保存。满额免配送费的话，再加一档，费用填 0。',
  ],
  'about./tables': [
    'These are the stores with tables, and how many tables have guests now. Open a store to see its tables. The numbers change by themselves when guests sit down.',
    '这里是有餐桌的门店，以及现在有客人的桌数。打开一家门店看它的餐桌。客人入座时数字会自动更新。',
  ],
  'next./tables': ['Open the store in which you work today.', '打开你今天所在的门店。'],
  'about./tables/:location': [
    'Each table has a code that guests scan to order. The page says which tables are free, when guests sat down at the others, and how many orders wait. Clearing a table ends the visit: the next guests start afresh.',
    '每张桌子都有一个桌码，客人扫码点单。页面显示哪些是空桌、客人几点入座、有几单待上餐。清台后这桌就结束，下一桌客人重新开始。',
  ],
  'next./tables/:location': [
    'Clear a table when its guests have paid and left. Print the code again if it is worn or lost.',
    '客人结账离开后清台。桌码旧了或丢了就重新打印。',
  ],
  'about./tables/:location/print': [
    'This sheet has a card with a code for each table. Choose the paper, the cards on a page and the tables. Only the cards are printed, not the rest of the page.',
    '这里为每张桌子生成一张桌码卡。可以选纸张、每页几张和哪些桌。打印时只印卡片。',
  ],
  'next./tables/:location/print': [
    'Print one page, scan a code with your phone, then print the rest and cut the cards.',
    '先打一页，用手机扫一扫，没问题再打其余的，剪下来放到桌上。',
  ],
  'about./look': [
    'The name, the logo and the colours here are those that shoppers see. The page warns you when a colour makes text hard to read. Saved changes are in the shop at once.',
    '这里的店名、Logo 和颜色就是顾客看到的样子。颜色让文字看不清时会有提示。保存后马上生效。',
  ],
  'next./look': [
    'Write the name of the shop, add a logo and save. Then look at the shop on your phone.',
    '填写店名，上传 Logo，保存，再用手机看看店铺。',
  ],
  'about./options': [
    'Here you choose the languages of the shop, whether shoppers have accounts, and whether they can order. It also has the other currencies that prices show, and your social media. If you switch the checkout off, shoppers can look but not buy.',
    '在这里选择店铺语言、是否开放账户、能否下单。也可以设置参考货币和社交媒体。关闭结算后，顾客只能看，不能买。',
  ],
  'next./options': [
    'Check that the checkout is on before you open. Add your social media so that shoppers find you.',
    '开店前确认结算已开启。填上社交媒体，方便顾客找到你。',
  ],
  'about./menus': [
    'A menu is a list of links in the shop. There is one each for the header, the side, the footer and the tab bar. Every entry has a name in both languages and a place it leads to.',
    '菜单就是店铺里的一组链接。页头、侧边、页脚和底部标签栏各有一个。每一项都有中英文名称和要去的页面。',
  ],
  'next./menus': [
    'Open a menu and look at its entries. Shoppers on phones use the tab bar most.',
    '打开一个菜单看看。手机顾客最常用底部标签栏。',
  ],
  'about./menus/:menu': [
    'These are the entries of one menu in the order that shoppers see. You can add, rename, move and remove entries, and put entries below another one. Nothing changes in the shop before you save.',
    '这里是一个菜单的各项，顺序和顾客看到的一样。可以添加、改名、移动、删除，也可以放到另一项下面。保存前店铺不变。',
  ],
  'next./menus/:menu': [
    'Add an entry, choose where it leads, write both names and save. Then press it once in the shop.',
    '添加一项，选好去哪里，写中英文名称，保存，再到店铺点一下试试。',
  ],
  'about./texts/:text?': [
    'These are the words that shoppers read on buttons and pages, in both languages. You can replace each with your own. An empty field brings the built-in words back.',
    '这里是顾客在按钮和页面上看到的文字，中英文都有。每一句都可以换成你自己的说法。清空就恢复默认。',
  ],
  'next./texts/:text?': [
    'Search for a text as it stands on the page, change it and save. Words in braces are filled in by the shop, so keep them.',
    '照页面上的字搜索，改好后保存。花括号里的内容由店铺代入，请保留。',
  ],
  'about./payment': [
    'This page says how shoppers can pay, in the order that they see. Payment at the store works at once; online payment needs an account at a provider. Without any way to pay, nobody can order.',
    '这里是顾客的付款方式，按显示顺序排列。到店付款马上能用，在线付款要先有服务商的账户。一种都没有，就没法下单。',
  ],
  'next./payment': [
    'Switch payment at the store on, or open a provider and enter its keys. Try it with a small order of your own.',
    '启用到店付款，或打开一家服务商填写密钥，再自己下一个小单试试。',
  ],
  'about./payment/:provider': [
    'Here you enter the account of a payment provider and switch it on. Keys are stored encrypted and never shown again. You can limit where and for which sums shoppers see it.',
    '在这里填写支付服务商的账户并启用。密钥加密保存，之后不再显示。可以限定在哪里、什么金额时使用。',
  ],
  'next./payment/:provider': [
    'Pay an order of your own first: in test mode where the provider has one, else with a small sum that you refund.',
    '先自己付一单：有测试模式的先用测试模式，没有的就付一小笔再退款。',
  ],
  'about./taxes': [
    'Here are your tax numbers, the name on receipts, the tax rates and the tips that the shop suggests. The rates of every province are set already. A rate of your own applies from its first day on, never backwards.',
    '这里有税号、收据抬头、税率和建议的小费。各省税率已经设好。自己填的税率从指定日期起生效，不会往前算。',
  ],
  'next./taxes': [
    'Enter your GST/HST number and save. Ask your bookkeeper before you change a rate.',
    '填写 GST/HST 税号并保存。改税率前先问会计。',
  ],
  'about./staff': [
    'These are the people who can sign in here, each with a role. A role says what a person sees and may do, in one store or in all. An invitation works once.',
    '这里是能登录后台的人和各自的角色。角色决定能看什么、做什么，可以只限一家门店。每个邀请只能用一次。',
  ],
  'next./staff': [
    'Write an email address, choose a role and create the invitation. Send the link, or let the person scan the code.',
    '填邮箱，选角色，生成邀请，把链接发给对方或让对方扫码。',
  ],
  'about./staff/:person': [
    'Here you change the roles of one person and see what they allow. You can only give rights that you have yourself. If you stop a person, they are signed out at once.',
    '在这里修改一个人的角色，并查看能做什么。只能给别人你自己有的权限。停用后对方会立刻被登出。',
  ],
  'next./staff/:person': [
    'Add the role that is missing, or remove one that is too much, then save. Stop people on the day they leave.',
    '补上缺的角色，去掉多余的，然后保存。员工离职当天请停用。',
  ],
  'about./devices': [
    'A counter device is a tablet on which staff tap their name instead of signing in. It belongs to one store and shows only what you choose. Steps that move money ask for a PIN.',
    '柜台设备是放在店里的平板，员工点名字就能用。它只属于一家门店，只显示你选的功能。涉及钱的操作要输 PIN 码。',
  ],
  'next./devices': [
    'Add a device and scan its code with the tablet. Take a device back here if it is lost.',
    '添加设备，用平板扫码。设备丢了，就在这里收回。',
  ],
  'about./log': [
    'Every change by staff is listed here: who, when, and the value before and after. Nobody can change or delete this list. The newest change is at the top.',
    '员工的每次修改都记在这里：谁、什么时候、改前改后。谁都不能修改或删除。最新的在最上面。',
  ],
  'next./log': [
    'Open “Details” to see what changed. If it was a mistake, go to its page and put the old value back.',
    '点“详情”看改了什么。改错了，就到对应的页面改回来。',
  ],
  'about./notices': [
    'Notifications tell you what happened: new orders, requests to cancel, payments with a problem. What you have read is marked for you alone, and all stay for 30 days. Under Account you choose which ones the bell counts.',
    '通知会告诉你发生了什么：新订单、取消申请、有问题的付款。已读标记只属于你自己，通知保留 30 天。在“账号”里可以选择铃铛计算哪些。',
  ],
  'next./notices': [
    'Open the oldest unread one first. Switch off what you never need.',
    '先打开最早的未读通知。用不到的可以关掉。',
  ],
  'about./me': [
    'This page is about you: your name, your language, your password and the devices on which you are signed in. A passkey or an authenticator app protects the account even if somebody knows the password. With a PIN you confirm steps on a counter device.',
    '这里是你自己的设置：名字、语言、密码和已登录的设备。有了通行密钥或验证器，密码泄露也不怕。PIN 码用来在柜台设备上确认操作。',
  ],
  'next./me': [
    'Add a passkey, then sign out devices that you do not know. Change the password if somebody may have seen it.',
    '添加通行密钥，退出不认识的设备。密码可能被看到时，马上修改。',
  ],
} as const satisfies Record<string, Row>

type HelpPath = Extract<keyof typeof helpMessages, `about.${string}`> extends `about.${infer Path}` ? Path : never

/** The URL patterns of the pages that have a help text. */
export const helpPaths = Object.keys(helpMessages).flatMap((key) =>
  // `helpMessages` is an object literal, so each key with this prefix ends in a `HelpPath`.
  key.startsWith('about.') ? [key.slice('about.'.length) as HelpPath] : [],
)
