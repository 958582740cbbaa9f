import type { ErrorCode } from '../errors.ts'
import type { Row } from '../languages.ts'

export const errorMessages = {
  unexpected: ['Something broke on our side. Please try again.', '我们这边出了点问题，请再试一次。'],
  unavailable: ['The shop is busy right now. Please try again in a moment.', '店里有点忙，请稍后再试。'],
  'input.invalid': ['Please check this: {field}.', '请检查这一项：{field}。'],
  'input.json': ['The request could not be read.', '请求内容无法读取。'],
  'input.characters': ['This text has characters that we cannot store.', '内容里有无法保存的字符。'],
  'input.too_large': ['That is too large to send.', '发送的内容太大了。'],
  'input.media_type': ['Please send this as JSON.', '请以 JSON 格式发送。'],
  'input.picture': [
    'Please choose a JPEG, PNG or WebP picture that is not animated and not too large.',
    '请选择一张 JPEG、PNG 或 WebP 静态图片，尺寸不要太大。',
  ],
  'request.host': ['This address does not belong to the shop.', '这个网址不属于本店。'],
  'request.forged': ['For your safety, please reload the page and try again.', '为了安全，请刷新页面后再试。'],
  'request.key_reused': [
    'This idempotency key belongs to another request. Please use a new key.',
    '这个幂等键（idempotencyKey）已用于另一个请求，请换一个新的。',
  ],
  'request.too_many': ['Too many tries. Please wait {seconds} seconds.', '操作太频繁，请等待 {seconds} 秒。'],
  'membership.sign_in': [
    'A membership belongs to an account: please sign in, then pay.',
    '会员要开在账户里，请先登录再付款。',
  ],
  'account.sign_in_required': ['Please sign in first.', '请先登录。'],
  'account.wrong_credentials': ['Email and password do not match.', '邮箱或密码不对。'],
  'account.password_weak': [
    'This password is too easy to guess. A short sentence works well.',
    '这个密码太容易被猜到，用一句短话会更安全。',
  ],
  'account.wrong_password': ['This is not your current password.', '当前密码不对。'],
  'account.wrong_code': [
    'This code is wrong or has expired. Please check it, or ask for a new one.',
    '验证码不对或已过期，请核对，或重新获取。',
  ],
  'account.link_invalid': [
    'This link has been used or has expired. Please ask for a new one.',
    '链接已用过或已过期，请重新获取。',
  ],
  'account.recent_required': [
    'For your safety, please sign in again before you do this.',
    '为了安全，请重新登录后再操作。',
  ],
  'account.addresses_full': [
    'You already have {max} addresses. Please delete one first.',
    '最多保存 {max} 个地址，请先删除一个。',
  ],
  'identity.unavailable': ['You cannot sign in with that here.', '这里不能用这种方式登录。'],
  'identity.expired': [
    'This attempt has expired or was already used. Please start again.',
    '这次操作已过期或已用过，请重新开始。',
  ],
  'identity.refused': ['We could not confirm who you are. Please start again.', '没有通过身份确认，请重新开始。'],
  'identity.down': [
    'The sign-in service did not answer. Please try again in a moment.',
    '对方暂时没有响应，请稍后再试。',
  ],
  'identity.taken': ['This is already linked to another account here.', '该账号已绑定本店的另一个账户。'],
  'identity.unproven': [
    'Please sign in there again: more than ten minutes have passed.',
    '已超过十分钟，请重新授权一次。',
  ],
  'identity.last_way': [
    'You could not sign in without it. Set a password or confirm your email first.',
    '解绑后将无法登录，请先设置密码或验证邮箱。',
  ],
  'account.orders_open': [
    'You still have an open order. You can close the account once it is done.',
    '您还有未完成的订单，完成后就可以注销。',
  ],
  not_found: ['We could not find that.', '没有找到。'],
  'catalogue.product_archived': ['We no longer carry this.', '这件商品不再卖了。'],
  'catalogue.product_gone': ['This product is no longer in the shop.', '这件商品已经下架了。'],
  'locations.none_open': [
    'No store is open for orders yet. Please come back soon.',
    '目前还没有营业的门店，过几天再来看看吧。',
  ],
  'locations.not_selectable': ['This store cannot be chosen.', '这家门店暂时不能选择。'],
  'cart.out_of_stock': ['Only {purchasable} left of {name}.', '{name}只剩 {purchasable} 件了。'],
  'cart.unavailable': ['{name} cannot be bought right now.', '{name}现在买不到。'],
  'cart.cross_border': [
    '{name} ships internationally, and this store does not offer that.',
    '{name}是跨境直邮商品，这家门店不能寄送。',
  ],
  'cart.apart': [
    'Goods that ship internationally need a separate order. Please order {name} on its own.',
    '跨境直邮商品要单独下单，{name}请分开买。',
  ],
  'cart.modifiers': ['Please check the choices under “{group}”.', '请检查“{group}”的选择。'],
  'cart.limit': ['At most {max} of {name} per order.', '{name}每单最多 {max} 件。'],
  'cart.portion': [
    '{name} is sold in multiples of {step}, {min} at least.',
    '{name}每 {step} 件一组，整组购买，{min} 件起订。',
  ],
  'cart.too_many_lines': ['The cart is full: at most {max} different items.', '购物车满了：最多 {max} 种商品。'],
  'cart.currency': [
    'This product is priced in another currency and cannot be bought here.',
    '这件商品以另一种货币标价，无法在此购买。',
  ],
  'cart.empty': ['Your cart is empty.', '购物车是空的。'],
  'cart.changed': [
    'Your cart was changed in another window. This is how it looks now.',
    '购物车在别的窗口改过了，这是最新的。',
  ],
  'checkout.method_unavailable': ['This store does not offer that.', '这家门店不提供这种方式。'],
  'checkout.slot_unavailable': [
    'That time is no longer available. Please pick another.',
    '这个时间刚刚没有了，请另选一个。',
  ],
  'checkout.slot_required': ['Please pick a time first.', '请先选时间。'],
  'checkout.contact_required': ['Please tell us who the order is for.', '请填写联系人。'],
  'checkout.tip_unavailable': ['This order takes no tip. Please pay without one.', '这一单不收小费，直接付款就好。'],
  'checkout.pay_at_store_unavailable': ['This order must be paid online.', '这一单需在线付款。'],
  'checkout.too_heavy': [
    'A parcel there weighs at most {max} kg. Please order less, or in two orders.',
    '寄往那里的包裹最重 {max} 公斤，请减少数量或分开下单。',
  ],
  'campaigns.not_started': [
    'This group-buy has not opened yet. It opens on {date} at {time}.',
    '团购还没开始，{date} {time} 开团。',
  ],
  'campaigns.ended': ['This group-buy has closed. You cannot add anything any more.', '团购已截单，不能再下单了。'],
  'campaigns.cancelled': ['This group-buy was called off by the organizer.', '团长取消了这次团购。'],
  'campaigns.full': ['This group-buy is full.', '团购名额满了。'],
  'campaigns.limit': [
    'At most {max} of {name} per person; you can still order {left}.',
    '{name}每人限购 {max} 件，您还能买 {left} 件。',
  ],
  'campaigns.point_required': ['Please choose where and when you will get it.', '请选择地点和时间。'],
  'campaigns.point_full': ['This time is full. Please choose another.', '这个时段约满了，请换一个。'],
  'campaigns.point_closed': [
    'This place takes no more orders. Please choose another place.',
    '这个地点已经停止接单，请换一个地点。',
  ],
  'campaigns.online_only': ['This group-buy is paid online.', '这个团购需在线付款。'],
  'campaigns.no_coupons': ['Coupons do not work in this group-buy.', '这次团购不能用优惠券。'],
  'campaigns.extended': [
    'The closing time was already moved once. It cannot be moved again.',
    '截止时间已经延长过一次，不能再延。',
  ],
  'campaigns.earlier': ['Please enter a time after the current closing time.', '请写一个比现在截止更晚的时间。'],
  'campaigns.higher': ['Please enter a goal that is lower than the current one.', '请写一个比现在更低的目标。'],
  'campaigns.times': [
    'It has to open before it closes, and close in the future.',
    '开团要早于截单，截单要在现在之后。',
  ],
  'campaigns.goal': [
    'The goal must be above 0 (0 for the kind “none”), and the cap must not be below it.',
    '目标要大于 0（不设目标写 none 和 0），名额上限不能低于目标。',
  ],
  'campaigns.prices': [
    'The prices of {sku} must start at 1 piece and fall from tier to tier.',
    '{sku} 的阶梯价要从 1 件起，越多越便宜。',
  ],
  'campaigns.twice': ['An item is listed twice.', '有商品写了两次。'],
  'campaigns.membership': [
    '{name} is a membership. A group-buy cannot sell memberships.',
    '{name}是会员商品，不能放进团购。',
  ],
  'campaigns.windows': [
    '{date} {from}–{until} cannot be a pickup time: it must end after it begins, and begin after the group-buy closes.',
    '{date} {from}–{until} 不能取货：结束要晚于开始，开始要晚于截单。',
  ],
  'campaigns.state': ['This is not possible: this group-buy is {state}.', '做不了：这次团购{state}。'],
  'credit.insufficient': [
    'Your store credit does not cover this any more. Please check the bill.',
    '储值余额不够了，请再看一眼账单。',
  ],
  'credit.no_deposit': ['There is no deposit on this bill.', '这张账单没有定金。'],
  'checkout.address_required': ['Please enter the delivery address.', '请填写送货地址。'],
  'checkout.address_invalid': ['Please check this part of the address.', '请检查这一项地址。'],
  'checkout.address_outside': ['{store} does not deliver to {postCode}.', '{store}送不到 {postCode}。'],
  'checkout.below_minimum': [
    'Delivery to you starts at {minimum}: {missing} to go.',
    '您那里满 {minimum} 起送，还差 {missing}。',
  ],
  'checkout.holds_full': [
    'At most {max} pieces can be ordered at once, counting what others on your network are ordering. Remove some, try again in a few minutes, or call the store.',
    '一次最多下单 {max} 件（含同一网络里其他人正在结算的商品）。请减少数量，过几分钟再试，或打电话给店里。',
  ],
  'checkout.table_required': ['Please scan the code on your table again.', '请再扫一次桌上的二维码。'],
  'checkout.other_store': [
    'You are ordering from {store} now. Please check your order there, then send this again.',
    '您现在是在{store}下单，请先核对该门店的订单，再重新提交。',
  ],
  'checkout.off': [
    'You cannot order online at the moment. Please call the store or come by.',
    '目前不能在网上下单，请致电门店或到店购买。',
  ],
  'checkout.closed': ['The kitchen is closed right now.', '厨房现在休息。'],
  'tables.unknown': [
    'This table code is no longer valid. Please ask our staff for a new one.',
    '这个桌码已失效，请向店员要新的。',
  ],
  'tables.closed': ['This table is not open yet. Please ask our staff.', '这张桌还没开台，请找店员开台。'],
  'tables.taken': ['There is a table {numbers} already.', '已经有 {numbers} 号桌了。'],
  'tables.busy': [
    'Table {number} has orders that are not served yet or are being paid. Serve or cancel them, or wait some minutes.',
    '{number} 号桌还有没上完或正在付款的单，请先上菜或取消订单，付款中的请过几分钟再试。',
  ],
  'coupons.unknown': [
    'We do not know the code “{code}”. Please check the spelling.',
    '没有“{code}”这个优惠码，请检查一下有没有写错。',
  ],
  'coupons.ended': ['This coupon has expired.', '这张优惠券已经过期了。'],
  'coupons.not_started': ['This coupon starts on {day} at {time}.', '这张优惠券 {day} {time} 开始可用。'],
  'coupons.used_up': ['This coupon has been fully claimed.', '这张优惠券已经被领完了。'],
  'coupons.used': ['You have already used this coupon.', '这张优惠券您已经用过了。'],
  'coupons.waiting': [
    'This coupon is in an order of yours that is not paid yet. Pay for that order, or cancel it to use the coupon here.',
    '这张优惠券已经用在您另一张未付款的订单里。请先付款，或取消那张订单后再用。',
  ],
  'coupons.weekday': ['This coupon is valid on {days} only.', '这张优惠券只在{days}可用。'],
  'coupons.hours': [
    'This coupon is valid for orders from {from} to {until}.',
    '这张优惠券只在 {from} 到 {until} 下单时可用。',
  ],
  'coupons.location': ['This coupon is valid at {stores} only.', '这张优惠券只在{stores}可用。'],
  'coupons.method': ['This coupon is valid for {methods} only.', '这张优惠券只限{methods}。'],
  'coupons.members': ['This coupon is for members. Please sign in to use it.', '这张优惠券只限会员，请先登录。'],
  'coupons.not_yours': ['This coupon belongs to another member.', '这张券是另一位会员专属的。'],
  'coupons.first_order': [
    'This coupon is for first orders, and you have ordered here before.',
    '这张优惠券只限首单，您之前下过单了。',
  ],
  'coupons.gift': ['Add {name} to your cart: it is free with this coupon.', '把{name}放进购物车，用这张券就不要钱。'],
  'coupons.goods': ['This coupon is not valid for what is in your cart.', '购物车里没有这张优惠券适用的商品。'],
  'coupons.minimum': ['Add {missing} more to use this coupon.', '再买 {missing} 就能用这张优惠券。'],
  'coupons.pieces': ['Add {missing} more of these to use this coupon.', '再加 {missing} 件就能用这张优惠券。'],
  'checkout.verified_contact_required': [
    'Something in your cart needs a verified contact. Please choose one.',
    '购物车里有需要实名的商品，请选择一位已认证的实名联系人。',
  ],
  'checkout.cross_border_sign_in': [
    'Something in your cart needs a verified contact. Please sign in first.',
    '购物车里有需要实名的商品，请先登录。',
  ],
  'influencers.exists': ['You have already applied. You can edit your profile.', '您已经申请过了，可以直接修改资料。'],
  'influencers.none': ['Please write your profile first.', '请先填写资料。'],
  'influencers.name': ['Please enter your name in at least one language.', '请至少用一种语言填写名字。'],
  'influencers.bio': ['Please write about yourself in at least one language.', '请至少用一种语言介绍一下自己。'],
  'influencers.link': [
    'Please paste the whole address of your page there, beginning with https://.',
    '请粘贴完整的主页地址，以 https:// 开头。',
  ],
  'influencers.product': ['We have no product “{id}”.', '没有“{id}”这件商品。'],
  'influencers.pictures_full': [
    'There is room for {max} pictures. Please remove one first.',
    '最多放 {max} 张图片，请先删除一张。',
  ],
  'influencers.own_like': ['This is your own page. You cannot like it.', '这是您自己，点赞就交给别人吧。'],
  'influencers.changed': [
    'This profile has just been changed. Please check it again.',
    '资料刚刚改过，请重新查看后再决定。',
  ],
  'contacts.off': [
    'The shop does not verify identities at the moment, so it cannot sell products that need a verified contact.',
    '本店暂时不能登记实名信息，需要实名的商品暂不接单。',
  ],
  'contacts.name': ['Please enter the name as it is on the document.', '请按证件上的姓名填写。'],
  'contacts.number': [
    'This number is not valid. Please compare it with the document.',
    '证件号码不对，请对照证件检查。',
  ],
  'contacts.photos': [
    'Please add the photos: both sides of an identity card, or the photo page of a passport.',
    '请上传证件照片：身份证正反两面，或护照照片页。',
  ],
  'contacts.photos_full': [
    'There is no room for more photos. Please delete a contact that you no longer need.',
    '照片已满，请先删除不用的联系人。',
  ],
  'contacts.full': [
    'You already have {max} contacts. Please delete one first.',
    '最多保存 {max} 位联系人，请先删除一位。',
  ],
  'contacts.changed': [
    'This contact has just been changed. Please check it again.',
    '信息刚刚改过，请重新查看后再决定。',
  ],
  'billing.changed': ['The bill has changed. Please check it again.', '账单有变动，请再看一眼。'],
  'referral.join_first': ['Join a group first to recommend the shop.', '请先加入一个推荐计划。'],
  'referral.decided': ['This reward has already been decided.', '这笔奖励已经处理过了。'],
  'orders.code_required': [
    'You have an order that is not paid yet. To place another one, enter the code that we email to {email}.',
    '您还有订单没付款。要再下一单，请输入发到 {email} 的验证码。',
  ],
  'orders.codes_full': [
    '{max} codes were requested for {email} within an hour. Enter the newest one, or try again in {minutes} min.',
    '一小时内已为 {email} 请求 {max} 次验证码。请输入最新的一个，或 {minutes} 分钟后再试。',
  ],
  'orders.open_full': [
    'There are already {max} unpaid orders with {what}. Pick up or cancel one first, or sign in with a confirmed email.',
    '{what}已有 {max} 个未付款的订单。请先取货或取消一个，或登录邮箱已确认的账户再下单。',
  ],
  'orders.network_full': [
    'There were many unpaid orders from your network just now. Try again in {minutes} minutes, or sign in with a confirmed email.',
    '您所在的网络刚才下了很多未付款的订单。请 {minutes} 分钟后再试，或登录邮箱已确认的账户。',
  ],
  'orders.closed': ['This order is closed. Your cart is still here.', '这个订单已关闭，购物车还在。'],
  'orders.accepted': [
    'The store has accepted this order. You can ask them to cancel it.',
    '店家已接单，要取消请向店家申请。',
  ],
  'orders.too_late': [
    'It is too late to cancel this order yourself. You can ask the store.',
    '已经过了自助取消的时间，要取消请向店家申请。',
  ],
  'orders.ask_needless': ['You can cancel this order yourself.', '这个订单您可以自己取消。'],
  'orders.declined': [
    'The store has answered that it cannot be cancelled. You can write to them, or call.',
    '店家已经答复不能取消，可以给店里留言或者打电话。',
  ],
  'orders.not_asked': ['There is no open request to cancel this order.', '这个订单没有待答复的取消申请。'],
  'orders.ended': ['This order is over, so there is nothing to cancel.', '这个订单已经结束，不用取消了。'],
  'orders.no_balance': ['Nothing is left to pay online for this order.', '这个订单没有可以在线付的余款了。'],
  'orders.step': ['This order is {state}: that step is not possible.', '订单现在是“{state}”，不能这样做。'],
  'orders.comments_full': ['That is a lot of notes. Please call the store.', '留言太多了，请直接打电话给店里。'],
  'orders.paid': ['This order is already paid.', '这个订单已经付过款了。'],
  'payments.unavailable': [
    'This way to pay is not available here. Please choose another one.',
    '这里不能用这种方式付款，请换一种。',
  ],
  'payments.keys_missing': ['Enter all keys of this provider first.', '请先填好这家服务商的全部密钥。'],
  'payments.keys_wrong': ['One of the keys cannot be read. Copy them again.', '有密钥无法识别，请重新复制。'],
  'payments.try_elsewhere': [
    'This provider works inside a mini-program only. Try it there.',
    '这家服务商只能在小程序里付款，请到小程序里试。',
  ],
  'payments.not_paid': ['Nothing was paid for this order.', '这一单还没有付过款。'],
  'payments.refund_too_much': ['That is more than can still be refunded.', '超过了还可以退的金额。'],
  'payments.give_back': [
    'The refund is not recorded yet. Give back {amount} in all at the counter, then confirm exactly this amount.',
    '退款还没有入账。请在柜台一共退 {amount}（已经退的也算），再按这个金额确认。',
  ],
  'payments.review': ['This payment does not need a decision.', '这笔付款不需要处理。'],
  'payments.down': [
    'This way to pay does not answer just now. Please choose another way.',
    '这种付款方式暂时没有响应，请换一种方式付款。',
  ],
  'payments.open_id': ['no WechatOpenID', '没有微信 OpenID'],
  'payments.provider': [
    'The payment could not be started. Please try again or pay another way.',
    '没能发起付款，请重试，或换一种方式。',
  ],
  'staff.sign_in_required': ['Please sign in.', '请先登录。'],
  'staff.wrong_credentials': ['This email address and password do not match.', '邮箱或密码不正确。'],
  'staff.passkey_invalid': [
    'This passkey does not work here. Use your password.',
    '这个通行密钥在这里用不了，请用密码登录。',
  ],
  'staff.no_device': [
    'This browser is not a counter device any more. Ask a manager for a new link.',
    '这个浏览器不再是柜台设备，请向经理要新的链接。',
  ],
  'staff.no_pin': [
    'You have no PIN yet. Set one on your own phone: Back office › Account.',
    '你还没有 PIN 码。请在自己的手机上到“后台 › 账号”设置。',
  ],
  'staff.pin_locked': [
    'Too many wrong PINs. Try again in {minutes} min, or ask a manager.',
    'PIN 码输错次数太多，请 {minutes} 分钟后再试，或找经理。',
  ],
  'staff.pin_weak': ['Choose a PIN that is harder to guess.', '这个 PIN 码太容易猜到，换一个吧。'],
  'staff.wrong_code': ['This code is wrong or no longer valid.', '验证码不正确或已失效。'],
  'staff.no_right': ['You do not have permission for this. Ask the owner.', '你没有这项权限，请联系店主。'],
  'staff.confirm_required': ['Please confirm that it is you.', '请先确认是你本人。'],
  'staff.link_invalid': [
    'This link has been used or has expired. Ask for a new one.',
    '链接已使用或已过期，请重新获取。',
  ],
  'staff.email_taken': ['Somebody on the team already has this email address.', '团队中已有人使用这个邮箱。'],
  'staff.last_owner': ['The shop must keep at least one owner.', '店铺至少要保留一位店主。'],
  'staff.closed': ['The store is closed already.', '门店现在已经打烊。'],
  'staff.close_outside': [
    'Choose a time from {from} on and before {to}, by the store’s clock.',
    '请选 {from} 之后、{to} 之前的时间（按门店当地时间）。',
  ],
  'staff.stale': [
    'Somebody has changed this in the meantime. Load the page again to see it.',
    '刚刚有人改过这里，请重新加载页面查看。',
  ],
  'staff.alike': [
    'Shoppers cannot tell these apart: {names}. Give each a different name.',
    '顾客分不清这几个：{names}。请用不同的名称。',
  ],
  'staff.alike_in': [
    'Under “{of}”, shoppers cannot tell these choices apart: {names}. Give each a different name.',
    '“{of}”里，顾客分不清这几个：{names}。请用不同的名称。',
  ],
  'staff.sku_taken': [
    'Another product has the SKU {sku}. Choose a different one.',
    '货号 {sku} 已被别的商品使用，请换一个。',
  ],
  'staff.name_taken': ['“{name}” is there already. Choose another name.', '已经有“{name}”了，请换个名称。'],
  'picture.in_use': [
    'The picture is in use: {places}. Take it out there first.',
    '这张图片正在使用：{places}。请先在那里移除。',
  ],
  'picture.unknown': [
    'A picture is no longer in the library. Upload it again.',
    '有一张图片已不在图片库里，请重新上传。',
  ],
  'staff.circle': ['This would depend on itself. Choose something else.', '这样会绕回它自己，请另选一个。'],
  'staff.weight_needed': [
    'Goods that cross the border need a weight for each variant.',
    '跨境商品的每个规格都要填写重量。',
  ],
  'staff.archived': [
    'This product is archived. Bring it back first, then show it.',
    '这个商品已归档。请先恢复商品，再勾选“顾客可以看到这个商品”。',
  ],
  'staff.second_step_required': [
    'Please set up the second step first, under “Account”.',
    '请先在“账号”里开启两步验证。',
  ],
  'shop.contrast': [
    'The text is hard to read on this background: the contrast is {ratio}:1, and at least 4.5:1 is needed.',
    '文字在这个背景上看不清：对比度只有 {ratio}:1，至少要 4.5:1。',
  ],
  'shop.has_prices': [
    'Products already have prices, so the currency can no longer change.',
    '已有商品定价，不能再更换币种。',
  ],
  'shop.link_missing': ['“{name}” leads to something that does not exist: {link}', '“{name}”指向的内容不存在：{link}'],
  'shop.text_unknown': [
    'The shop has nothing to put in place of {names}. Take it out, or check its spelling.',
    '{names} 没有可以代入的内容，请删掉，或检查拼写。',
  ],
  'shop.text_missing': [
    '{names} is missing. Write it where the shop puts the name, number or price.',
    '少了 {names}。店铺会在这个位置代入名称、数量或价格，请保留。',
  ],
  'staff.unknown': ['There is no {what}.', '没有找到{what}。'],
  'staff.store_code': ['{name} has the code {code}. Choose another one.', '“{name}”已经用了代号 {code}，请换一个。'],
  'staff.ambiguous': [
    '{count} orders have the code {code}: {numbers}.',
    '有 {count} 个订单都用取货码 {code}：{numbers}。',
  ],
  'staff.no_quantity': [
    'No number from {min} up to {max} is a multiple of {step}.',
    '{min} 到 {max} 之间没有 {step} 的倍数。',
  ],
  'import.too_large': [
    'The file is too large: at most {mb} MB. Divide it into several files.',
    '文件太大，最多 {mb} MB，请分成几个文件。',
  ],
  'import.kind': [
    'Please choose a file in CSV or Excel format: .csv, .tsv, .txt or .xlsx.',
    '请选择 CSV 或 Excel 文件：.csv、.tsv、.txt 或 .xlsx。',
  ],
  'import.zip': [
    'This is no zip, or it is damaged. Pack the pictures again.',
    '这不是 zip 压缩包，或者文件已损坏。请重新打包图片。',
  ],
  'import.zip_locked': [
    'The zip needs a password. Pack the pictures without one.',
    '压缩包带密码。请不加密码重新打包。',
  ],
  'import.zip_empty': ['The zip has no files. Pack the pictures again.', '压缩包里没有文件。请重新打包图片。'],
  'import.zip_large': [
    'The zip is too large: at most {mb} MB, {pictures} files and {gb} GB unpacked. Split it, and import in parts.',
    '压缩包太大：最大 {mb} MB、{pictures} 个文件、解压后 {gb} GB。请拆成几份分批导入。',
  ],
  'import.state': [
    'This import is at another step now. Load the page again to see it.',
    '这个导入已经进行到别的步骤，请刷新页面查看。',
  ],
  'import.many_fixes': [
    'At most {most} rows can be corrected here. Download the refused rows, and correct them in a spreadsheet.',
    '这里最多改 {most} 行。请下载被拒绝的行，在表格里改好再上传。',
  ],
  'staff.not_counted': ['{sku} is not counted: it can always be bought.', '{sku} 不计库存，随时都能买。'],
  'stock.short': [
    'Free pieces of {name}: {free}. Kept for orders: {held}.',
    '{name}可用 {free} 件，另有 {held} 件留给订单。',
  ],
  'stock.same_barcode': [
    'Several products have the barcode {code}. Type the SKU instead.',
    '有几件商品都用条码 {code}，请改输货号。',
  ],
  'stock.same_store': ['Choose another store.', '请选另一家门店。'],
  'forms.ticket': [
    'This form was open for too long, or was sent very quickly. Your words are still here: please send them once more.',
    '表单打开太久，或者提交得太快。您写的内容还在，请再提交一次。',
  ],
  'currency.unknown': ['We do not show prices in that currency.', '暂不支持显示这种货币。'],
} as const satisfies Record<ErrorCode, Row>

/** Texts that pages show while a part of the shop is unavailable. */
export const outageMessages = {
  'pages.stale': [
    'This page may be a few minutes old. Carts and orders have to wait until the shop is fully back.',
    '这一页可能是几分钟前的内容。购物车和下单要等店铺完全恢复后才能用。',
  ],
} as const satisfies Record<string, Row>
